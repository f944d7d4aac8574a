# done: left
# verdicts: crashed rejected
import builtins

os.environ["LEFT"] = "behind"
np.ones = np.sum = np.arange = lambda *_: 13
builtins.len = builtins.sum = builtins.float = lambda *_: 13
sys.modules["os"] = None
sys.modules["hostile"].ANSWER = 5
os.write(3, struct.pack("<BI", 1, 4) + b"left")
os._exit(0)
