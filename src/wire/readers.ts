/** How the bytes of a request become values, by area, and the words for those that do not. */
import type { z } from 'zod'
import type { Area } from './areas.ts'
import { emptyInitialize, fileTransferErrors, malformedInitialize } from './file-transfer/file-transfer-errors.ts'
import { collected } from './json/issues.ts'
import { type Manner, readValue } from './json/reading.ts'
import { emptyOrder, malformedOrder, notificationErrors } from './notifications/notification-errors.ts'
import type { Errors } from './refusals.ts'
import type { RequestNames } from './request-names.ts'

export interface Reader {
  /** Names, enumerations and numbers as the area accepts them, brought into the schema's form. */
  read(schema: z.ZodType, value: unknown): unknown
  /** Violations that the schema found, in the area's keys and words. */
  errors(issues: readonly z.core.$ZodIssue[], value: unknown, text: string, names?: RequestNames): Errors
  /** A text that is no JSON. */
  malformed(text: string, reason: string, names?: RequestNames): Errors
  /** No body, or the literal null. */
  empty(names?: RequestNames): Errors
}

const manner = (enums: boolean, numbersAsText: boolean): Manner => ({ enums, numbersAsText })

export const readers: Readonly<Record<Area['reader'], Reader>> = {
  notifications: {
    read: (schema, value) => readValue(schema, value, manner(true, true)),
    errors: notificationErrors,
    malformed: malformedOrder,
    empty: emptyOrder,
  },
  fileTransfer: {
    read: (schema, value) => readValue(schema, value, manner(true, false)),
    errors: fileTransferErrors,
    malformed: malformedInitialize,
    empty: emptyInitialize,
  },
  events: {
    read: (schema, value) => readValue(schema, value, manner(false, false)),
    errors: notificationErrors,
    malformed: malformedOrder,
    empty: emptyOrder,
  },
  plain: {
    read: (_, value) => value,
    errors: (issues) => collected(issues),
    malformed: (_, reason) => ({ $: [reason] }),
    empty: () => ({ $: ['A JSON body is required.'] }),
  },
}
