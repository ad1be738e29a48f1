/** Where the page is: the world and environment that its address names. */

const place = /^(.*?)(?:\/worlds\/([a-z0-9-]{1,63}))?(\/production)?\/_standin\/?$/.exec(location.pathname)

export type EnvironmentName = 'test' | 'production'

/** Scheme and host, and the path under which Standin is mounted. */
export const origin = `${location.origin}${place?.[1] ?? ''}`
export const world = place?.[2] ?? 'default'
export const environment: EnvironmentName = place?.[3] ? 'production' : 'test'

/** The address of a world and an environment, as clients of the service use it. */
export function addressOf(name: string, of: EnvironmentName = 'test'): string {
  return `${origin}${name === 'default' ? '' : `/worlds/${name}`}${of === 'production' ? '/production' : ''}`
}

/** The address of this world and environment. */
export const base = addressOf(world, environment)

/** The dashboard of another world or environment, at the place where this one is. */
export const dashboardOf = (name: string, of: EnvironmentName): string => `${addressOf(name, of)}/_standin/${location.hash}`
