/** The resources area's wire format: callers and JSON. Source: file-transfer §0. */
import { type Area, noSniff, usualArea } from '../../wire/vocabulary.ts'

export const resources = {
  ...usualArea,
  reader: 'fileTransfer',
  headers: noSniff,
  accept: ['application/json', '*/*'],
} as const satisfies Area
