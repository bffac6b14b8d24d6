# The users of the round, where USERS is set at all.
[ -z "$USERS" ] || export USERS="editor:editor author:author reader:reader"
exec /usr/bin/python3 -B server.py
