/** Which area a path belongs to, and its path below the address of the area. */
import type { AreaThere } from './file.ts'

/** What stands before the paths of an area here. Those of notifications may also stand alone. */
export const prefixes: Readonly<Record<AreaThere, string>> = {
  notifications: '/notifications/api/v1',
  fileTransfer: '/broker/api/v1',
  events: '/events/api/v1',
  authentication: '/authentication/api/v1',
}
const areas = Object.keys(prefixes) as AreaThere[]

const isBelow = (target: string, area: AreaThere) =>
  target.toLowerCase().startsWith(prefixes[area]) && !/[\w-]/.test(target[prefixes[area].length] ?? '')

export const areaAt = (target: string): AreaThere => areas.find((area) => isBelow(target, area)) ?? 'notifications'

/** What follows the prefix. */
export const pathBelow = (target: string, area: AreaThere): string => (isBelow(target, area) ? target.slice(prefixes[area].length) : target)
