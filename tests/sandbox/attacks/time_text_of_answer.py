# wall_limit wall=0.5
class Endless:
    def __str__(self):
        while True:
            pass


answer = Endless()
