# wall_limit wall=0.5
# verdicts: time_limit rejected
class Endless:
    def __str__(self):
        while True:
            pass


answer = Endless()
