/** The known gaps in the simulator's fidelity that no table or test shows: deviations, hosts, assumptions. */

interface Entry {
  readonly what: string
  readonly why: string
  /** Sections in docs/reference. */
  readonly source: string
}

/** Standin's deviations from the specification. */
export const deviations: readonly Entry[] = [
  {
    what: "The file transfer area answers with codes `BRO-00001` … beside the specification's `NOT-XXXXX`.",
    why: 'The live broker gives them, and clients tell its refusals apart by them.',
    source: 'decisions §1, file-transfer §7.2',
  },
  {
    what: 'Condition endpoints and webhooks may be `http` where the address is loopback, or any address under `--outbound all`.',
    why: 'The receivers of a developer run on the same machine without a certificate.',
    source: 'decisions §15',
  },
  {
    what: 'Outgoing calls go to loopback only, unless `--outbound all`.',
    why: 'A stand-in must not call strangers because a test named them.',
    source: 'decisions §15',
  },
  {
    what: 'Virus scan can be switched off for a transfer in the test environment, and magic file names decide its result.',
    why: 'A test needs both results without a virus.',
    source: 'decisions §7',
  },
  {
    what: "Magic recipients end in a status of the tester's choice.",
    why: 'A test needs each final status without a provider.',
    source: 'decisions §7',
  },
  {
    what: 'Time can stand still, move, and run faster. The default pace shortens waits of minutes to seconds.',
    why: 'A test cannot wait for days.',
    source: 'decisions §8',
  },
  {
    what: 'A provider that is down leaves a message in `New`. The live service shows `Sending` for a moment before that.',
    why: 'The outage is met before the message is handed over.',
    source: 'notifications §11.2, decisions §13',
  },
  {
    what: 'A provider never refuses a message without a reason. `SMS_Failed` and `Email_Failed` come as delivery reports only.',
    why: 'A client sees the same final status.',
    source: 'notifications §11.2, notifications §11.3',
  },
  {
    what: 'Tokens of the token generator have the address of Standin as issuer, and `nbf` 5 seconds before `iat`.',
    why: 'They can be verified against Standin, and containers have other clocks.',
    source: 'decisions §3, authentication §4',
  },
  {
    what: 'Key sets are base64url without certificates. That of the token generator has no capitals in its names.',
    why: 'The live ones are read by some libraries alone.',
    source: 'decisions §3, authentication §3',
  },
  {
    what: 'The token generator asks for no password, unless `--generator-user` names one.',
    why: 'A stand-in has no passwords to hand out.',
    source: 'decisions §3, authentication §4',
  },
  {
    what: '`bulkCount` of the token generator is at most 1,000: the fixtures first, then synthetic numbers.',
    why: 'Each token takes time to sign.',
    source: 'decisions §3, authentication §4',
  },
  {
    what: 'Some replies carry headers that begin with `x-standin-`.',
    why: 'They tell a tester what happened. Clients ignore headers that they do not know.',
    source: 'decisions §12',
  },
]

interface HostLimit {
  readonly host: string
  readonly lacks: string
  readonly why: string
  readonly source: string
  /** The tests in `test/hosts.test.ts` that fail there. All others pass. */
  readonly failing?: readonly string[]
}

/** The hosts' limits. */
export const hostLimits: readonly HostLimit[] = [
  {
    host: 'HTTP and HTTPS (Node)',
    lacks:
      'A path or query with bytes beyond ASCII is answered 400 `The request is not readable as HTTP.` instead of the refusal of its row. It leaves no line in the journal.',
    why: "Node's HTTP parser refuses such a request before anyone sees it. Percent-encoded bytes reach their row, on every host.",
    source: 'decisions §9',
  },
  {
    host: 'MSW in Node',
    lacks: 'A body is in memory as a whole before it is answered, and uploads are not limited by disk.',
    why: 'Interceptors read bodies themselves.',
    source: 'decisions §9',
  },
  {
    host: 'MSW in Node',
    lacks: 'A connection cannot be reset. The client sees a network error.',
    why: 'An intercepted call has no socket.',
    source: 'decisions §9',
  },
  {
    host: 'MSW in a browser',
    lacks:
      "A client that gives up a call is not noticed, so no 499 comes from it, unless the page intercepts its calls (`intercept: 'page'`).",
    why: 'The signal of a request does not reach a service worker in Chromium.',
    source: 'decisions §9',
    failing: ['a client that leaves during a pause is recorded as 499, and nothing is ordered'],
  },
  {
    host: 'MSW in a browser',
    lacks: 'A reload of the page discards all worlds, unless `persist` stores them. It always discards the keys that sign tokens.',
    why: 'Worlds are in memory.',
    source: 'decisions §2',
  },
  {
    host: 'MSW in a browser, in the page itself',
    lacks: 'Calls of frames, of other workers and of elements, such as images, are not answered.',
    why: 'It intercepts `fetch` and `XMLHttpRequest` of the page.',
    source: 'decisions §9',
  },
  {
    host: 'Fetch in process (`simulator.fetch`)',
    lacks: 'There are no connections: none can be reset, cut within headers, or closed.',
    why: 'A call and its reply are objects.',
    source: 'decisions §9',
  },
]
