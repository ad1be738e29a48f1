/** The host names of the live services. */

/** The environment that each name serves. Source: authentication §0, §4. */
export const liveHosts: ReadonlyMap<string, 'test' | 'production'> = new Map([
  ['platform.tt02.altinn.no', 'test'],
  ['test.maskinporten.no', 'test'],
  ['altinn-testtools-token-generator.azurewebsites.net', 'test'],
  ['platform.altinn.no', 'production'],
  ['maskinporten.no', 'production'],
])

/** The host name of `name`, `name:port` or `[address]:port`, in lower case. */
export const nameOf = (host: string): string => host.replace(/:\d*$/, '').toLowerCase()
