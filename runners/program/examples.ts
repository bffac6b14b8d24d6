/** The examples and exit codes under each `--help`. */
export const programExamples = `
Examples:
  calproof check                               judge the embedded reference server
  calproof check http://127.0.0.1:8080         judge a service on this machine: writes, and cleans up
  calproof check https://example.org/wp-json   judge a service elsewhere: reads only
  calproof explain event.list.include          what the interface says, and how it is judged

calproof <command> --help tells all options of a command.`;

export const checkExamples = `
Examples:
  calproof check https://example.org/wp-json --plan
  calproof check https://staging.example.org/wp-json --mode sandbox --basic env:STAGING_LOGIN
  calproof check http://127.0.0.1:8080 --only events.create,events.list --seed 7
  calproof check http://127.0.0.1:8080 --report json=report.json
  calproof check http://127.0.0.1:8080 --baseline calproof.baseline.json

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

export const replayExamples = `
Examples:
  calproof check http://127.0.0.1:8080 --report json=report.json
  calproof replay report.json                       all that failed
  calproof replay report.json events.create         those whose id starts so
  calproof replay report.json --url https://staging.example.org/wp-json --mode sandbox

Each input that showed a failure is sent again, on fresh records, which are deleted at the end.

Exit codes:
  0    all are fixed
  1    something still fails, or fails in another way
  2    wrong use
  3    could not be told`;

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
