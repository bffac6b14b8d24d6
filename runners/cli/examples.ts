/** The examples and exit codes under each `--help`. */
export const programExamples = `
Examples:
  calproof check                               test the embedded reference server
  calproof check http://127.0.0.1:8080         test a local service: writes, then cleans up
  calproof check https://example.org/wp-json   test a remote service: reads only
  calproof probe http://127.0.0.1:8080         learn how a service answers, with the evidence
  calproof explain event.list.include          what the interface states, and how it is tested

Run calproof help <command> to list all options of a command.`;

export const checkExamples = `
Examples:
  calproof check https://example.org/wp-json --plan
  calproof check https://staging.example.org/wp-json --mode sandbox --basic env:STAGING_LOGIN
  calproof check http://127.0.0.1:8080 --only events.create,events.list --seed 7
  calproof check http://127.0.0.1:8080 --report json=report.json --report html=report.html
  calproof check http://127.0.0.1:8080 --baseline calproof.baseline.json
  calproof check http://127.0.0.1:8080 --seed 7 --shard 1/4 --report json=shard-1.json
  calproof check http://127.0.0.1:8080 --history history --target-version 1.4.2
  calproof check http://127.0.0.1:8080 --watch --watch-path src

Unless an option gives other credentials, CALPROOF_BASIC (user:password) or CALPROOF_BEARER is sent when set.
The default mode is sandbox for a target on this machine, and readonly for any other.

Exit codes:
  0    conforms
  1    deviates
  2    invalid usage
  3    not judged: unreachable, not this interface, or too few verdicts reached
  130  interrupted, after cleaning up`;

export const adoptExamples = `
Examples:
  calproof check http://127.0.0.1:8080 --report json=report.json
  calproof adopt report.json
  calproof check http://127.0.0.1:8080 --baseline calproof.baseline.json

Writes an entry for each failed MUST, valid for 90 days, with a reason, owner and link to fill in. In an existing
baseline, entries that still fail stay unchanged, and entries that pass again are removed.`;

export const verifyStatementExamples = `
Examples:
  calproof check https://calendar.example.org/wp-json --sign env:SIGNING_KEY --report statement=statement.json
  calproof verify-statement statement.json --key public.pem

Exit codes:
  0    signed with this key and unchanged
  1    not signed with this key, or changed since
  2    invalid usage; not a signed statement`;

export const mergeExamples = `
Examples:
  calproof check http://127.0.0.1:8080 --seed 7 --shard 1/2 --report json=shard-1.json
  calproof check http://127.0.0.1:8080 --seed 7 --shard 2/2 --report json=shard-2.json
  calproof merge shard-1.json shard-2.json --report json=report.json

  calproof snapshot https://example.org/wp-json -o part-1.gz --shard 1/2
  calproof snapshot https://example.org/wp-json -o part-2.gz --shard 2/2
  calproof merge part-1.gz part-2.gz -o before.ndjson.gz

Needs all shards of one run or of one snapshot, each once. Of a run it prints the result, and exits with its code. Of a
snapshot it asks the questions, which need all records; give it the credentials, or --questions none to send nothing.`;

export const replayExamples = `
Examples:
  calproof check http://127.0.0.1:8080 --report json=report.json
  calproof replay report.json                       every failure
  calproof replay report.json events.create         failures under this prefix
  calproof replay report.json --url https://staging.example.org/wp-json --mode sandbox
  calproof replay report.json identities --basic env:EDITOR --identity reader=env:READER
  calproof replay report.json events.create.title --script > repeat.sh

Sends each failing input again, on fresh records that are deleted at the end.

Exit codes:
  0    all are fixed
  1    at least one still fails, or fails differently
  2    invalid usage
  3    inconclusive`;

export const boardExamples = `
Examples:
  calproof check https://old.example.org/wp-json --report json=old.json
  calproof check https://new.example.org/wp-json --report json=new.json
  calproof board old.json new.json -o board.html
  calproof board base.json new.json --report markdown=comment.md    what the last one changes, for a comment
  calproof board reports                       all reports in a folder
  calproof board reports --check targets.json  judge all targets first; targets.json: ["https://a.example", ...]
  calproof board reports --check targets.json --jobs 4 --history history --site site
  calproof board reports --check targets.json --shard 1/4

A configuration with targets gives each one its own options, such as maxRequests, maxTime, mode and basic. A target
that is down, hangs or crashes its process was not judged; the others are.

Exit codes:
  0    written; with --check, all targets conform
  1    with --check: at least one target deviates
  2    invalid usage, also of one target
  3    with --check: no target deviates, but at least one could not be judged
  130  interrupted`;

export const historyExamples = `
Examples:
  calproof check http://127.0.0.1:8080 --history history --target-version 1.4.2
  calproof history history report.json       add a report
  calproof history history -o history.html   only write the page

The folder keeps one small file for each run, made for a repository. A folder is the history of one service.

Exit codes:
  0    written
  2    invalid usage`;

export const serveExamples = `
Examples:
  calproof serve --port 8080 --base-path /wp-json
  calproof serve --events 1000 --extensions geoloc,tickets --zone Europe/Amsterdam
  calproof serve --data calendar.ndjson            keeps the records over restarts
  calproof serve --zoo wide-spread --delay 50ms    a service that deviates, to try check on`;

export const proveExamples = `
Examples:
  calproof prove                                     the whole zoo on the reference server
  calproof prove --bail                              the same in less time, without all requirements that catch a fault
  calproof prove --effort quick --report html=proof.html
  calproof prove http://127.0.0.1:8080 --only events.list
  calproof prove https://sandbox.example.org/wp-json --mode sandbox --rate 20
  calproof prove --sample 200 --seed 7               recall of faults drawn from the fault space
  calproof prove --sample 50 --only space:events.list    among the points of one operation
  calproof prove --only space:venues.create/zip/cut/always   one point, as a sample prints a miss

Places each fault and each conforming variant of the zoo between calproof and the target, and judges all
requirements through it. Writes; records that reach the target are deleted after each run. A sample measures: its
misses are listed, and do not change the exit code.

Exit codes:
  0    every fault is caught (at quick effort 67 % of them) and no conforming variant is blamed
  1    a fault is missed or a variant is blamed; the last lines list them
  2    invalid usage
  3    the target could not be judged
  130  interrupted, after cleaning up`;

export const snapshotExamples = `
Examples:
  calproof snapshot https://example.org/wp-json -o before.ndjson.gz
  calproof snapshot https://example.org/wp-json -o before.ndjson.gz --rate 20 --basic env:LOGIN
  calproof snapshot https://example.org/wp-json -o before.ndjson.gz --basic env:LOGIN --as anonymous
  calproof snapshot https://example.org/wp-json -o before.ndjson.gz --resume
  calproof snapshot https://example.org/wp-json -o part-2.gz --shard 2/4 --rate 20
  calproof snapshot http://127.0.0.1:8080 -o before.ndjson.gz --writes
  calproof snapshot https://example.org/wp-json -o after.ndjson.gz --since before.ndjson.gz

Reads every record of every list, and writes nothing. With --writes, it also creates some 20 records in some 150
requests and deletes them: for services that may be written to. The end of the output, and the file, state what could not be
proved complete.

--since reads the total of each window of an earlier snapshot with one page of it, and all of a window only where one
of both differs. Other changes are not seen: the output, the file and compare state how many records were not read.

Exit codes:
  0    written
  2    invalid usage
  3    the service could not be read, or a record that --writes created could not be deleted
  130  interrupted; --resume continues`;

export const compareExamples = `
Examples:
  calproof compare before.ndjson.gz after.ndjson.gz
  calproof compare before.ndjson.gz https://example.org/wp-json --report html=changes.html
  calproof compare before.ndjson.gz after.ndjson.gz --map host:old.example=www.example --fail-on breaking
  calproof compare before.json after.json          reports of check: changed verdicts
  calproof compare https://old.example.org/wp-json https://example.org/wp-json --bisect

--bisect counts the events of both services in windows of days, and reads the windows with different totals and a sample
of the others. The output and every report state what was read, and which differences this cannot find.

Exit codes:
  0    no finding of a class in --fail-on
  1    at least one
  2    invalid usage
  3    the service could not be read`;

export const exportExamples = `
Examples:
  calproof export before.ndjson.gz -o records

Writes events.parquet, venues.parquet, organizers.parquet, categories.parquet and tags.parquet. Each has the ID, the
documented fields, the lists that show the record, and the whole record as JSON. Requires the package hyparquet-writer.

Exit codes:
  0    written
  2    invalid usage, or hyparquet-writer is not installed`;

export const migrateCheckExamples = `
Examples:
  calproof migrate-check https://old.example.org/wp-json https://new.example.org/wp-json -o migration
  calproof migrate-check http://127.0.0.1:8080 http://127.0.0.1:8081 -o migration --mode sandbox
  calproof migrate-check https://old.example.org/wp-json https://new.example.org/wp-json -o migration --map host:old.example.org=new.example.org

Takes a snapshot of each service, then checks both, and compares snapshots and verdicts: read migration/index.html.
Repeat the command after an interruption: what is finished is not done again.

Exit codes:
  0    no finding of a class in --fail-on
  1    at least one
  2    invalid usage
  3    a service could not be read or judged
  130  interrupted; the same command continues`;

export const probeExamples = `
Examples:
  calproof probe http://127.0.0.1:8080
  calproof probe https://staging.example.org/wp-json --mode sandbox -o profile.json
  calproof check https://staging.example.org/wp-json --mode sandbox --target-profile profile.json

The default mode is sandbox for a service on this machine: it creates some fifty records, and deletes them. For any
other it is readonly, which learns less.

Exit codes:
  0    learned
  2    invalid usage
  3    not learned, or a created record could not be deleted
  130  interrupted, after cleaning up`;

export const completionExamples = `
Examples:
  calproof completion bash > ~/.local/share/bash-completion/completions/calproof
  source <(calproof completion zsh)            in ~/.zshrc, after compinit
  calproof completion fish > ~/.config/fish/completions/calproof.fish`;
