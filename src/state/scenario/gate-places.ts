/** Where in the work of a call a gate can stand. */
export const gatePlaces = ['before-work', 'after-work'] as const
export type GatePlace = (typeof gatePlaces)[number]
