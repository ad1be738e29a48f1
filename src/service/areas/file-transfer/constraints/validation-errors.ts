/** Validation errors for file transfer bodies, forms and queries. Source: file-transfer §7.3. */

import type { z } from 'zod'
import type { Path } from '../../../wire/json.ts'
import {
  bodyRequired,
  conversionMessage,
  createLookup,
  emptyBody,
  errorsOf,
  locateAll,
  malformedBody,
  pascalKey,
  printPath,
  type RequestNames,
  sortErrors,
} from '../../../wire/json-errors.ts'
import { type Errors, Refusal } from '../../../wire/refusal.ts'
import type { BodyReader } from '../../areas.ts'

type Issue = z.core.$ZodIssue

/**
 * Returns the error for the first value of the wrong type or, if there is none, all errors. `value`: the parsed body or form, with names as
 * the client spelled them. `text`: the body. Throws the `unmappable` refusal for input that makes the live service fail.
 */
export function fileTransferErrors(issues: readonly Issue[], value: unknown, text?: string, names = initializeNames): Errors {
  const misread = isForm(issues) ? undefined : misreadInFileTransfer(issues, value, text, names)
  if (misread) return misread
  const broken = issues.filter((issue) => !isNullRecipient(issue))
  const isFailing = broken.length === 0 || broken.some(isNullProperty)
  const errors = errorsOf((isFailing ? issues : broken).flatMap(withForm), (path) => names.keyOf(path as Path))
  if (isFailing) throw new Refusal('unmappable', {}, errors)
  return errors
}

export function misreadInFileTransfer(
  issues: readonly Issue[],
  value: unknown,
  text = '',
  names: RequestNames = initializeNames,
): Errors | undefined {
  const misread = misreadPaths(issues, value)
  return misread.length > 0 ? sortErrors({ ...conversionErrors(misread, text, names), ...bodyRequired(names) }) : undefined
}

/** Adds a second issue for a null resource, which the service reports as missing and as having a wrong format. */
const withForm = (issue: Issue): Issue[] =>
  issue.code === 'invalid_type' && issue.path.at(-1) === 'resourceId'
    ? [issue, { ...issue, message: 'Invalid Resource identifier format' }]
    : [issue]

/** True for a null property, which makes the live service fail immediately. Source: file-transfer §7.4, §11. */
const isNullProperty = ({ code, path }: Issue) => code === 'invalid_type' && path.at(-2) === 'propertyList'

/** True for a null recipient, which makes the live service fail if there are no other errors. */
const isNullRecipient = ({ code, path }: Issue) => code === 'invalid_type' && path.length === 2 && path[0] === 'recipients'

const isForm = (issues: readonly Issue[]) => issues[0]?.path[0] === 'metadata'

/** Skips null values, which the service can read and reports as missing. */
function misreadPaths(issues: readonly Issue[], value: unknown): Path[] {
  const lookUp = createLookup()
  const paths = issues.filter(({ code }) => code === 'invalid_type').map(({ path }) => path as Path)
  return paths.filter((path) => (lookUp(value, path) ?? undefined) !== undefined)
}

/** Returns the error for the path whose value comes first in the body. */
function conversionErrors(paths: readonly Path[], text: string, { typeOf }: RequestNames): Errors {
  const located = locateAll(text, paths)
  const offset = (at: number) => located[at]?.end ?? Number.POSITIVE_INFINITY
  const first = paths.reduce((best, _, at) => (offset(at) < offset(best) ? at : best), 0)
  const path = paths[first] ?? []
  const printed = printPath(located[first]?.path ?? path)
  return { [printed]: [conversionMessage(typeOf(path), printed, text, located[first]?.end ?? 0)] }
}

const types = new Map([
  ['', 'Altinn.Broker.Models.FileTransferInitalizeExt'],
  ['recipients', 'System.Collections.Generic.List`1[System.String]'],
  ['propertyList', 'System.Collections.Generic.Dictionary`2[System.String,System.String]'],
  ['disableVirusScan', 'System.Nullable`1[System.Boolean]'],
])
const typeOf = (path: Path) => (path.length > 1 ? undefined : types.get(String(path[0] ?? ''))) ?? 'System.String'

/** Returns the error key. Entries in `recipients` share the list's key; each entry in `propertyList` has its own. */
function keyOf(path: Path): string {
  const words = path.filter((step) => typeof step === 'string')
  const list = words.indexOf('propertyList')
  const names = list < 0 ? words : words.slice(0, list + 1)
  const key = pascalKey(names)
  return list < 0 || list === words.length - 1 ? key : `${key}[${words.slice(list + 1).join('.')}]`
}

export const initializeNames: RequestNames = { parameter: 'initializeExt', typeOf, mayBeNull: () => true, keyOf }

export const bodyReader: BodyReader = {
  exact: true,
  accepts: { enums: true, numbersAsText: true },
  misread: misreadInFileTransfer,
  errors: fileTransferErrors,
  malformed: (text, reason, names = initializeNames, known) => sortErrors(malformedBody(text, reason, names, known)),
  empty: (names = initializeNames) => emptyBody(names),
}
