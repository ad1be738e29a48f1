/** Known gaps in the simulator's fidelity that do not show in any table or test: deviations, hosts, assumptions. */

interface Entry {
  readonly what: string
  readonly why: string
  /** Sections in docs/reference. */
  readonly source: string
}

/** Standin's deviations from the specification. */
export const deviations: readonly Entry[] = [
  {
    what: "The file transfer area returns the codes `BRO-00001` … in addition to the specification's `NOT-XXXXX`.",
    why: 'The live broker returns them, and clients use them to distinguish its refusals.',
    source: 'decisions §1, file-transfer §7.2',
  },
  {
    what: 'Condition endpoints and webhooks may use `http` on loopback addresses, or on any address with `--outbound all`.',
    why: "A developer's receivers run on the same machine, without a certificate.",
    source: 'decisions §15',
  },
  {
    what: 'Outgoing calls go only to loopback addresses, unless `--outbound all` is set.',
    why: 'A stand-in must not call a third party just because a test contains its URL.',
    source: 'decisions §15',
  },
  {
    what: 'The virus scan can be switched off for a transfer in the test environment, and magic file names determine its result.',
    why: 'A test needs both results without a virus.',
    source: 'decisions §7',
  },
  {
    what: 'Messages to magic recipients end in a status that the tester chooses.',
    why: 'A test needs every final status without a provider.',
    source: 'decisions §7',
  },
  {
    what: 'Time can be frozen, advanced and sped up. The default pace shortens waits from minutes to seconds.',
    why: 'A test cannot wait for days.',
    source: 'decisions §8',
  },
  {
    what: 'If a provider is down, messages remain in `New`. The live service shows `Sending` for a moment before that.',
    why: 'The outage occurs before the message is handed over.',
    source: 'notifications §11.2, decisions §13',
  },
  {
    what: 'A provider never refuses a message without a reason. `SMS_Failed` and `Email_Failed` occur only in delivery reports.',
    why: 'A client sees the same final status.',
    source: 'notifications §11.2, notifications §11.3',
  },
  {
    what: "Tokens from the token generator have Standin's URL as their issuer, and an `nbf` 5 seconds before `iat`.",
    why: "They can be verified against Standin, and containers' clocks may differ.",
    source: 'decisions §3, authentication §4',
  },
  {
    what: "Key sets use base64url and contain no certificates. Names in the token generator's key set are lowercase.",
    why: 'Only some libraries can read the live ones.',
    source: 'decisions §3, authentication §3',
  },
  {
    what: 'The token generator requires no password, unless `--generator-user` is set.',
    why: 'A stand-in does not issue passwords.',
    source: 'decisions §3, authentication §4',
  },
  {
    what: "The token generator's `bulkCount` is at most 1,000: first the fixtures, then synthetic numbers.",
    why: 'Signing each token takes time.',
    source: 'decisions §3, authentication §4',
  },
  {
    what: 'Some replies contain headers that start with `x-standin-`.',
    why: 'They show testers what happened. Clients ignore unknown headers.',
    source: 'decisions §12',
  },
]

interface HostLimit {
  readonly host: string
  readonly lacks: string
  readonly why: string
  readonly source: string
  /** The tests in `test/hosts.test.ts` that fail on this host. All others pass. */
  readonly failing?: readonly string[]
}

export const hostLimits: readonly HostLimit[] = [
  {
    host: 'HTTP and HTTPS (Node)',
    lacks:
      "A path or query with non-ASCII bytes gets a 400 `The request is not readable as HTTP.` instead of its operation's refusal, and no line in the journal.",
    why: "Node.js's HTTP parser rejects such a request itself. Percent-encoded bytes reach the operation on every host.",
    source: 'decisions §9',
  },
  {
    host: 'MSW in Node',
    lacks: 'A body is buffered completely before it is processed, and uploads are not limited by disk space.',
    why: 'Interceptors read bodies themselves.',
    source: 'decisions §9',
  },
  {
    host: 'MSW in Node',
    lacks: 'Connections cannot be reset. The client gets a network error.',
    why: 'An intercepted call has no socket.',
    source: 'decisions §9',
  },
  {
    host: 'MSW in a browser',
    lacks: "A client that aborts a call is not detected, so there is no 499, unless the page intercepts its calls (`intercept: 'page'`).",
    why: "In Chromium, a request's signal does not reach the service worker.",
    source: 'decisions §9',
    failing: ['a client that leaves during a pause is recorded as 499, and nothing is ordered'],
  },
  {
    host: 'MSW in a browser',
    lacks: 'Reloading the page discards all worlds, unless `persist` stores them. It always discards the keys that sign tokens.',
    why: 'Worlds are stored in memory.',
    source: 'decisions §2',
  },
  {
    host: 'MSW in a browser, in the page itself',
    lacks: 'Calls from frames, other workers, and elements such as images are not intercepted.',
    why: "Only the page's `fetch` and `XMLHttpRequest` are intercepted.",
    source: 'decisions §9',
  },
  {
    host: 'Fetch in process (`simulator.fetch`)',
    lacks: 'There are no connections, so they cannot be reset, cut off within the headers, or closed.',
    why: 'Calls and replies are plain objects.',
    source: 'decisions §9',
  },
]
