# done: all refused
# verdicts: wrong_answer rejected
answer = attempt(
    lookup=lambda: socket.getaddrinfo("example.org", 80),
    reverse=lambda: socket.gethostbyaddr("127.0.0.1"),
    connect=lambda: socket.create_connection(("127.0.0.1", 6379), 1),
)
