/** Known gaps in the simulator's fidelity that no table or test shows: deviations, and limits of hosts. */

interface Entry {
  readonly what: string
  readonly why: string
  /** Sections in docs/reference. */
  readonly source: string
}

export const deviations: readonly Entry[] = [
  {
    what: "The file transfer area returns the codes `BRO-00001` … in addition to the specification's `NOT-XXXXX`.",
    why: 'The live broker returns them, and clients use them to distinguish refusals.',
    source: 'decisions §1, file-transfer §7.2',
  },
  {
    what: 'Condition endpoints and webhooks may use `http` if the address is loopback, or any address with `--outbound all`.',
    why: "A developer's receivers run on the same machine without a certificate.",
    source: 'decisions §15',
  },
  {
    what: 'Outgoing calls go only to loopback addresses, unless `--outbound all` is set.',
    why: 'A stand-in must not call third parties just because a test contains their addresses.',
    source: 'decisions §15',
  },
  {
    what: 'The virus scan can be switched off for a transfer in the test environment, and certain file names determine its result.',
    why: 'Tests need both results without a real virus.',
    source: 'decisions §7',
  },
  {
    what: 'A message to a magic recipient ends with a status that the tester chooses.',
    why: 'Tests need each final status without a provider.',
    source: 'decisions §7',
  },
  {
    what: 'Time can be frozen, advanced, and run faster. The default pace shortens waits of minutes to seconds.',
    why: 'Tests cannot wait for days.',
    source: 'decisions §8',
  },
  {
    what: 'If a provider is down, a message stays `New`. In the live service, it is `Sending` for a moment first.',
    why: 'Standin detects the outage before it hands the message over.',
    source: 'notifications §11.2, decisions §13',
  },
  {
    what: 'A provider never refuses a message without a reason. `SMS_Failed` and `Email_Failed` only come from delivery reports.',
    why: 'A client sees the same final status.',
    source: 'notifications §11.2, notifications §11.3',
  },
  {
    what: "The token generator's tokens have Standin's URL as issuer, and `nbf` 5 seconds before `iat`.",
    why: 'Clients can verify the tokens against Standin, and the clocks of containers differ.',
    source: 'decisions §3, authentication §4',
  },
  {
    what: "Key sets use base64url and contain no certificates. The names in the token generator's key set are lowercase.",
    why: 'Only some libraries can read the live key sets.',
    source: 'decisions §3, authentication §3',
  },
  {
    what: 'The token generator requires no password, unless `--generator-user` sets one.',
    why: 'A stand-in has no passwords to give out.',
    source: 'decisions §3, authentication §4',
  },
  {
    what: "The token generator's `bulkCount` is at most 1,000: the fixtures first, then synthetic numbers.",
    why: 'Signing each token takes time.',
    source: 'decisions §3, authentication §4',
  },
  {
    what: 'Some replies have headers that begin with `x-standin-`.',
    why: 'The headers show testers what happened. Clients ignore unknown headers.',
    source: 'decisions §12',
  },
]

interface HostLimit {
  readonly host: string
  readonly lacks: string
  readonly why: string
  readonly source: string
  /** The tests in `test/hosts.test.ts` that fail on this host. All other tests pass. */
  readonly failing?: readonly string[]
}

export const hostLimits: readonly HostLimit[] = [
  {
    host: 'HTTP and HTTPS (Node)',
    lacks:
      "A path or query with non-ASCII bytes gets a 400 `The request is not readable as HTTP.` instead of the operation's refusal. The journal contains no line for the request.",
    why: "Node's HTTP parser refuses such a request before Standin sees it. Percent-encoded bytes work on every host.",
    source: 'decisions §9',
  },
  {
    host: 'MSW in Node',
    lacks: 'A body is buffered in memory before the call is answered, and uploads are not limited by disk space.',
    why: 'Interceptors read the bodies themselves.',
    source: 'decisions §9',
  },
  {
    host: 'MSW in Node',
    lacks: 'A connection cannot be reset. The client gets a network error.',
    why: 'An intercepted call has no socket.',
    source: 'decisions §9',
  },
  {
    host: 'MSW in a browser',
    lacks:
      "Standin does not notice that a client aborts a call, so there is no 499, unless the page intercepts its calls (`intercept: 'page'`).",
    why: "A request's signal does not reach a service worker in Chromium.",
    source: 'decisions §9',
    failing: ['a client that leaves during a pause is recorded as 499, and nothing is ordered'],
  },
  {
    host: 'MSW in a browser',
    lacks: 'Reloading the page discards all worlds, unless `persist` stores them. It always discards the token signing keys.',
    why: 'Worlds are in memory.',
    source: 'decisions §2',
  },
  {
    host: 'MSW in a browser, in the page itself',
    lacks: 'Calls from frames, other workers and elements, such as images, are not answered.',
    why: "MSW intercepts only the page's `fetch` and `XMLHttpRequest`.",
    source: 'decisions §9',
  },
  {
    host: 'Fetch in process (`simulator.fetch`)',
    lacks: 'There are no connections to reset, interrupt within headers, or close.',
    why: 'A call and its reply are objects.',
    source: 'decisions §9',
  },
]
