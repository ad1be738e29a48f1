/** Where a record is shown: on its page, or as its story where it has no page. */
import { hrefOf } from './address.ts'

/** The address of the kinds of records that have a page, before their id. */
const places: Readonly<Record<string, readonly string[]>> = {
  call: ['calls'],
  job: ['calls'],
  message: ['messages'],
  shipment: ['orders'],
  fileTransfer: ['files'],
  event: ['events'],
  delivery: ['events', 'deliveries'],
}

export function recordHref(kind: string, id: string): string {
  const place = places[kind]
  return place === undefined ? storyHref(id) : hrefOf([...place, id])
}

/** Everything that belongs to an id or a name, in the order of time. */
export const storyHref = (id: string): string => hrefOf(['search'], { text: id })
