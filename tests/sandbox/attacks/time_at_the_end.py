# wall_limit wall=0.2
# verdicts: time_limit rejected
class Undying:
    def __del__(self):
        while True:
            pass


undying = Undying()
del undying
