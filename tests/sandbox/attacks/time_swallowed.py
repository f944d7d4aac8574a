# wall_limit wall=0.2
# verdicts: time_limit rejected
import builtins


class Everything(BaseException):
    pass


def loop():
    try:
        while True:
            time.sleep(0.001)
    finally:
        loop()


loop()
