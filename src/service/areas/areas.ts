/** Looks up each row's area, and defines all refusals, each with a key and a wire format. */

import type { z } from 'zod'
import type { Known, RequestNames } from '../wire/json-errors.ts'
import { type Errors, plain, type Refusal, type RefusalForm, type RefusalValues } from '../wire/refusal.ts'
import { type Area, usualArea } from '../wire/vocabulary.ts'
import type { Lifecycle } from '../world/records.ts'
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
  /** For paths outside all areas, and for Standin's own rows. */
  nowhere: usualArea,
} as const satisfies Record<string, Area>

export type AreaName = keyof typeof areas
export type AreaTable = Readonly<Record<AreaName, Area>>

/** Returns the name of a row's area, which is the first half of its id. */
export function areaName(id: string): AreaName {
  const name = id.slice(0, id.indexOf('.'))
  return name in areas ? (name as AreaName) : 'nowhere'
}

export const isBehindGateway = (id: string): boolean => (areas as AreaTable)[areaName(id)].behindGateway?.includes(id) ?? true

/** Refusals that all areas share: gateway, token, path, body format and limits. Source: decisions §1. */
const everyAreaRefusals = {
  validation: plain(400, 'See errors.', { title: 'One or more validation errors occurred.' }),
  /** Input that passes the live service's validation and then makes the service fail. */
  unmappable: plain(400, 'See errors.', { title: 'One or more validation errors occurred.' }),
  unauthenticated: plain(401, 'A valid bearer token is required.', { headers: { 'www-authenticate': 'Bearer' } }),
  'unreadable-platform-token': plain(401, 'The PlatformAccessToken header is not a readable token.', {
    headers: { 'www-authenticate': 'Bearer' },
  }),
  forbidden: plain(403, 'The token lacks the scope <scope>.'),
  'no-organization': plain(403, 'The token names no organization.'),
  /** Gateway refusals. Source: authentication §8. */
  'subscription-key-missing': plain(
    401,
    'Access denied due to missing subscription key. Make sure to include subscription key when making requests to an API.',
    { body: 'gateway' },
  ),
  'subscription-key-wrong': plain(
    401,
    'Access denied due to invalid subscription key. Make sure to provide a valid key for an active subscription.',
    { body: 'gateway' },
  ),
  'broken-token': plain(500, 'The bearer token has the form of a token, but its parts are not JSON.', { body: 'empty' }),
  'no-such-path': plain(404, 'No such path: <method> <path>.'),
  'method-not-allowed': plain(405, 'Use <allow>.', { headers: { allow: '<allow>' } }),
  'not-acceptable': plain(406, 'The Accept header names none of <types>.'),
  'too-large': plain(413, 'The body exceeds <limit> bytes.'),
  'unsupported-media-type': plain(415, 'Use <type>.'),
  /** The same refusal in areas that check the content type while reading the body. */
  'unreadable-media-type': plain(415, 'Use <type>.', { framework: true }),
  'rate-limited': plain(429, 'Rate limit is exceeded. Try again in <seconds> seconds.', {
    type: 'about:blank',
    title: 'Too Many Requests',
    headers: { 'retry-after': '<seconds>' },
  }),
} as const satisfies Record<string, RefusalForm>

/** Sources: spec §7, decisions §1, file-transfer §7.2, events §4.2, §6. */
export const refusals = {
  ...areas.notifications.refusals,
  ...areas.fileTransfer.refusals,
  ...areas.authentication.refusals,
  ...areas.events.refusals,
  ...areas.resumableUpload.refusals,
  ...everyAreaRefusals,
} as const satisfies Record<string, RefusalForm>

export type RefusalKey = keyof typeof refusals
export type RefusalTable = Readonly<Record<RefusalKey, RefusalForm>>

/** Returns a refusal's key with its type. Code in `wire` declares the key only as a string. */
export const keyOf = ({ key }: Refusal) => key as RefusalKey

/** The formats of JSON values that an area accepts. Property names are case-insensitive. */
export interface ReadOptions {
  /** Accepts enum names (case-insensitively) and their numbers. */
  readonly enums: boolean
  readonly numbersAsText: boolean
}

/** An area's settings and error messages for reading request bodies. */
export interface BodyReader {
  /** True if the area refuses numbers that are not written as integers and strings that contain a lone surrogate. */
  readonly exact?: true | undefined
  /** If absent, values are validated unchanged. */
  readonly accepts?: ReadOptions
  /** Returns the error for the first unreadable value among the issues, or undefined if all values are readable. */
  misread(issues: readonly z.core.$ZodIssue[], value: unknown, text: string, names?: RequestNames): Errors | undefined
  /** Returns the errors for the issues, with the area's keys and messages. */
  errors(issues: readonly z.core.$ZodIssue[], value: unknown, text: string, names?: RequestNames): Errors
  /** Returns the errors for text that is not JSON. `reason`: the message to use if scanning the text finds no error. */
  malformed(text: string, reason: string, names?: RequestNames, known?: Known): Errors
  /** Returns the errors for a missing body, or for the literal `null`. */
  empty(names?: RequestNames): Errors
}

interface AreaDefinition extends Area {
  /** Default: the reader of the area in `reader`. */
  readonly bodyReader?: BodyReader
  readonly rows: readonly { readonly id: string }[]
  readonly jobs: readonly { readonly id: string }[]
  /** Keyed by the name of the record whose status changes. */
  readonly lifecycles: Readonly<Record<string, Pick<Lifecycle<string>, 'moves'>>>
  /** Example values for refusal texts, used when there is no request. */
  readonly samples?: Partial<Record<RefusalKey, RefusalValues>>
}

export const defineArea = <const A extends AreaDefinition>(area: A): A => area
