/** The addresses of the live services. */

/** THE TABLE: what each environment serves, and where. Source: authentication §0, §4. */
export const liveBases = {
  test: {
    platform: 'https://platform.tt02.altinn.no',
    maskinporten: 'https://test.maskinporten.no',
    generator: 'https://altinn-testtools-token-generator.azurewebsites.net',
  },
  production: { platform: 'https://platform.altinn.no', maskinporten: 'https://maskinporten.no' },
} as const

/** The name of an environment that has addresses. */
export type LiveEnvironment = keyof typeof liveBases

/** The environment that each host name serves. */
export const liveHosts: ReadonlyMap<string, LiveEnvironment> = new Map(
  Object.entries(liveBases).flatMap(([environment, bases]) =>
    Object.values(bases).map((base) => [new URL(base).hostname, environment as LiveEnvironment]),
  ),
)

/** The host name of `name`, `name:port` or `[address]:port`, in lower case. */
export const nameOf = (host: string): string => host.replace(/:\d*$/, '').toLowerCase()
