# done
os._exit(0)
