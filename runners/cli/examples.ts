/** The examples and exit codes under each `--help`. */
export const programExamples = `
Examples:
  calproof check                               judge the embedded reference server
  calproof check http://127.0.0.1:8080         judge a service on this machine: writes, and cleans up
  calproof check https://example.org/wp-json   judge a service elsewhere: reads only
  calproof probe http://127.0.0.1:8080         learn how a service answers, with the evidence
  calproof explain event.list.include          what the interface says, and how it is judged

calproof <command> --help tells all options of a command.`;

export const checkExamples = `
Examples:
  calproof check https://example.org/wp-json --plan
  calproof check https://staging.example.org/wp-json --mode sandbox --basic env:STAGING_LOGIN
  calproof check http://127.0.0.1:8080 --only events.create,events.list --seed 7
  calproof check http://127.0.0.1:8080 --report json=report.json --report html=report.html
  calproof check http://127.0.0.1:8080 --baseline calproof.baseline.json
  calproof check http://127.0.0.1:8080 --seed 7 --shard 1/4 --report json=shard-1.json
  calproof check http://127.0.0.1:8080 --watch --watch-path src

CALPROOF_BASIC (user:password) or CALPROOF_BEARER, when set, is sent unless an option says otherwise.
A target on this machine is judged in sandbox mode, any other in readonly mode, unless --mode says otherwise.

Exit codes:
  0    conforms
  1    deviates
  2    wrong use
  3    could not be judged: unreachable, not this interface, or too little could be told
  130  interrupted, after cleaning up`;

export const adoptExamples = `
Examples:
  calproof check http://127.0.0.1:8080 --report json=report.json
  calproof adopt report.json
  calproof check http://127.0.0.1:8080 --baseline calproof.baseline.json

Writes an entry for each MUST that failed, good for 90 days, with reason, owner and link to fill in. Of a baseline that
is there already, entries of what still fails are kept as they are, and those of what passes again are taken out.`;

export const mergeExamples = `
Examples:
  calproof check http://127.0.0.1:8080 --seed 7 --shard 1/2 --report json=shard-1.json
  calproof check http://127.0.0.1:8080 --seed 7 --shard 2/2 --report json=shard-2.json
  calproof merge shard-1.json shard-2.json --report json=report.json

All shards of one run are needed, each once. Tells, and exits with, what one run would have.`;

export const replayExamples = `
Examples:
  calproof check http://127.0.0.1:8080 --report json=report.json
  calproof replay report.json                       all that failed
  calproof replay report.json events.create         those whose id starts so
  calproof replay report.json --url https://staging.example.org/wp-json --mode sandbox
  calproof replay report.json identities --basic env:EDITOR --identity reader=env:READER
  calproof replay report.json events.create.title --script > repeat.sh

Each input that showed a failure is sent again, on fresh records, which are deleted at the end.

Exit codes:
  0    all are fixed
  1    something still fails, or fails in another way
  2    wrong use
  3    could not be told`;

export const boardExamples = `
Examples:
  calproof check https://old.example.org/wp-json --report json=old.json
  calproof check https://new.example.org/wp-json --report json=new.json
  calproof board old.json new.json -o board.html`;

export const serveExamples = `
Examples:
  calproof serve --port 8080 --base-path /wp-json
  calproof serve --events 1000 --extensions geoloc,tickets --zone Europe/Amsterdam`;

export const proveExamples = `
Examples:
  calproof prove                                     the whole zoo before the reference server
  calproof prove --effort quick --report html=proof.html
  calproof prove http://127.0.0.1:8080 --only events.list
  calproof prove https://sandbox.example.org/wp-json --mode sandbox --rate 20

Puts each fault and each conforming variant of the zoo between calproof and the target, and judges all
requirements through it. Writes; what reached the target is deleted after each run.

Exit codes:
  0    every fault is caught (at quick effort 85 % of them) and nothing conforming is blamed
  1    something is missing; it is named at the end
  2    wrong use
  3    the target could not be judged
  130  interrupted, after cleaning up`;

export const snapshotExamples = `
Examples:
  calproof snapshot https://example.org/wp-json -o before.ndjson.gz
  calproof snapshot https://example.org/wp-json -o before.ndjson.gz --rate 20 --basic env:LOGIN
  calproof snapshot https://example.org/wp-json -o before.ndjson.gz --resume

Reads every record of every list that shows one, and writes nothing. What could not be proved complete is told at the
end and stands in the file.

Exit codes:
  0    written
  2    wrong use
  3    the service could not be read
  130  interrupted; --resume goes on`;

export const compareExamples = `
Examples:
  calproof compare before.ndjson.gz after.ndjson.gz
  calproof compare before.ndjson.gz https://example.org/wp-json --report html=changes.html
  calproof compare before.ndjson.gz after.ndjson.gz --map host:old.example=www.example --fail-on breaking
  calproof compare before.json after.json          reports of check: whose verdict changed

Exit codes:
  0    nothing differs that --fail-on names
  1    something does
  2    wrong use
  3    the service could not be read`;

export const probeExamples = `
Examples:
  calproof probe http://127.0.0.1:8080
  calproof probe https://staging.example.org/wp-json --mode sandbox -o profile.json
  calproof check https://staging.example.org/wp-json --mode sandbox --target-profile profile.json

A service on this machine is learned in sandbox mode: some fifty records are made, and deleted again. Any other is learned
by reading alone, which tells less, unless --mode says otherwise.

Exit codes:
  0    learned
  2    wrong use
  3    could not be learned, or something that was made would not go
  130  interrupted, after cleaning up`;
