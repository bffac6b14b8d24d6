# The users of the round, where USERS is set at all.
[ -z "$USERS" ] || export USERS="editor:editor author:author reader:reader"
exec node src/server.js
