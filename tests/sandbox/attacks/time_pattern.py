# wall_limit wall=0.2
# verdicts: time_limit rejected
import re

re.match("(a+)+$", "a" * 60 + "b")
