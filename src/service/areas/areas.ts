/** The areas on the wire, and the area of a row. */

import { type Area, usualArea } from '../wire/vocabulary.ts'
import { authentication } from './authentication/wire.ts'
import { events } from './events/wire.ts'
import { fileTransfer } from './file-transfer/wire.ts'
import { notifications } from './notifications/wire.ts'
import { resources } from './resources/wire.ts'
import { resumableUpload } from './resumable-upload/wire.ts'

export const areas = {
  notifications,
  fileTransfer,
  resources,
  events,
  resumableUpload,
  authentication,
  /** Paths outside every area, and Standin's own rows. */
  nowhere: usualArea,
} as const satisfies Record<string, Area>

export type AreaName = keyof typeof areas
export type AreaTable = Readonly<Record<AreaName, Area>>

/** The area of a row: the first half of the row's id. */
export function areaName(id: string): AreaName {
  const name = id.slice(0, id.indexOf('.'))
  return name in areas ? (name as AreaName) : 'nowhere'
}

export const isBehindGateway = (id: string): boolean => (areas as AreaTable)[areaName(id)].behindGateway?.includes(id) ?? true
