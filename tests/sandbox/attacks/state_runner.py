# done: mine
# verdicts: crashed rejected
from playground_workers.sandbox import runner

runner.BEGUN = 9
runner.PROGRAM_RAISED = 0
runner.FRAME = struct.Struct("<QQ")
os.write(3, struct.pack("<BI", 1, 4) + b"mine")
os._exit(0)
