import { expect, test } from 'vitest'
import { byFileTransferId } from '../../../../../src/service/areas/file-transfer/constraints/replies.ts'
import { formFields, initializeRequest } from '../../../../../src/service/areas/file-transfer/constraints/requests.ts'
import { fileTransferErrors } from '../../../../../src/service/areas/file-transfer/constraints/validation-errors.ts'
import { searchQuery } from '../../../../../src/service/areas/file-transfer/search.ts'
import { readers } from '../../../../../src/service/areas/index.ts'
import { readValue } from '../../../../../src/service/engine/reading/json-values.ts'
import { errorsOf } from '../../../../../src/service/wire/json-errors.ts'
import type { Errors } from '../../../../../src/service/wire/refusal.ts'
import { validationErrors } from '../../../../support/validation-errors.ts'

const valid = {
  fileName: 'report.xml',
  resourceId: 'acme-exchange',
  sendersFileTransferReference: 'batch-0042',
  sender: '0192:312345678',
  recipients: ['0192:313456789'],
}

/** Parses, reads and checks a body as the engine does. */
function errorsOfBody(text: string): Errors | undefined {
  const value: unknown = JSON.parse(text)
  const result = initializeRequest().safeParse(readValue(initializeRequest(), value, readers.fileTransfer.accepts))
  return result.success ? undefined : validationErrors(() => fileTransferErrors(result.error.issues, value, text))
}
const errorsWith = (changes: object) => errorsOfBody(JSON.stringify({ ...valid, ...changes }))

const required = (name: string) => `The ${name} field is required.`
const length = (name: string, most: number) =>
  `The field ${name} must be a string with a minimum length of 1 and a maximum length of ${most}.`
const forms =
  'should be on the form countrycode:organizationnumber (e.g. 0192:910753614) or urn:altinn:organization:identifier-no:organizationnumber'
const badResource = 'Invalid Resource identifier format'
const badSender = `Organization numbers ${forms}`
const badRecipient = `Each recipient ${forms}`
const badLength = 'The checksum, if used, must be a MD5 hash with a length of 32 characters'
const properties = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`key${at}`, 'value']))

/** Mistakes that test/file-transfer-bad-input.test.ts makes in calls are not repeated here. */
const violations: [sentence: string, changes: object, errors: Errors | undefined][] = [
  ['everything is valid', {}, undefined],
  ['fileName is blank', { fileName: '  ' }, { FileName: [required('FileName')] }],
  ['fileName has the maximum length', { fileName: 'x'.repeat(255) }, undefined],
  ['resourceId is null', { resourceId: null }, { ResourceId: [required('ResourceId'), badResource] }],
  ['resourceId has the prefix', { resourceId: 'urn:altinn:resource:acme' }, undefined],
  ['resourceId is only the prefix', { resourceId: 'urn:altinn:resource:' }, { ResourceId: [badResource] }],
  ['resourceId is too long', { resourceId: 'x'.repeat(256) }, { ResourceId: [length('ResourceId', 255), badResource] }],
  ['the reference is blank', { sendersFileTransferReference: ' ' }, undefined],
  ['sender is empty', { sender: '' }, { Sender: [required('Sender')] }],
  ['sender is null', { sender: null }, { Sender: [required('Sender')] }],
  ['sender is a URN', { sender: 'urn:altinn:organization:identifier-no:312345678' }, undefined],
  ['a recipient is null', { recipients: [null, 'x'] }, { Recipients: [badRecipient] }],
  ['a recipient is empty', { recipients: ['', '0192:313456789'] }, undefined],
  ['propertyList has the maximum number of properties', { propertyList: properties(10) }, undefined],
  ['the key and value of a property have the maximum length', { propertyList: { ['k'.repeat(50)]: 'v'.repeat(3000) } }, undefined],
  ['the value of a property is null', { propertyList: { a: 'b', c: null } }, { 'PropertyList[c]': ['A value is required.'] }],
  ['the checksum is valid', { checksum: '222c43d2a95c895377d2bf40bddff2d8' }, undefined],
  ['the checksum is not hexadecimal', { checksum: 'z'.repeat(32) }, undefined],
  ['the checksum is null', { checksum: null }, undefined],
  ['the checksum is empty', { checksum: '' }, undefined],
  ['the checksum is blank', { checksum: '   ' }, undefined],
  ['disableVirusScan is null', { disableVirusScan: null }, undefined],
  ['a name is in another case, and another is unknown', { FILENAME: 'x', colour: 'red' }, undefined],
  ['a property is called __proto__', JSON.parse('{"propertyList":{"__proto__":"x","constructor":"y"}}'), undefined],
]

test.each(violations)('the errors are as expected when %s', (_, changes, errors) => {
  expect(errorsWith(changes)).toEqual(errors)
})

test('all errors are reported at once, sorted by key', () => {
  const errors = errorsOfBody('{"sender":"x","checksum":"short","propertyList":{"b":null},"disableVirusScan":null}')

  expect(Object.entries(errors ?? {})).toEqual([
    ['Checksum', [badLength]],
    ['FileName', [required('FileName'), length('FileName', 255)]],
    ['Recipients', ['One or more recipients are required']],
    ['ResourceId', [required('ResourceId'), length('ResourceId', 255)]],
    ['Sender', [badSender]],
    ['SendersFileTransferReference', [length('SendersFileTransferReference', 4096)]],
    ['PropertyList[b]', ['A value is required.']],
  ])
})

const list = 'System.Collections.Generic.List`1[System.String]'
const dictionary = 'System.Collections.Generic.Dictionary`2[System.String,System.String]'

const misread: [text: string, path: string, type: string, line: number, byte: number][] = [
  ['{"recipients":5}', '$.recipients', list, 0, 15],
  ['{"recipients":"0192:313456789"}', '$.recipients', list, 0, 30],
  ['{"recipients":{"a":1}}', '$.recipients', list, 0, 15],
  ['{"recipients":["0192:313456789", 7, 8]}', '$.recipients[1]', 'System.String', 0, 34],
  ['{"fileName":12}', '$.fileName', 'System.String', 0, 14],
  ['{"FILEname":["a"]}', '$.FILEname', 'System.String', 0, 13],
  ['{\n  "fileName": "blåbær", "sender": true\n}', '$.sender', 'System.String', 1, 40],
  ['{"disableVirusScan":"true"}', '$.disableVirusScan', 'System.Nullable`1[System.Boolean]', 0, 26],
  ['{"propertyList":[]}', '$.propertyList', dictionary, 0, 17],
  ['{"propertyList":{"case number":1}}', "$.propertyList['case number']", 'System.String', 0, 32],
  ['{"checksum":1}', '$.checksum', 'System.String', 0, 13],
  ['{"sender":1,"fileName":2}', '$.sender', 'System.String', 0, 11],
  ['[]', '$', 'Altinn.Broker.Models.FileTransferInitalizeExt', 0, 1],
  ['"text"', '$', 'Altinn.Broker.Models.FileTransferInitalizeExt', 0, 6],
]

test.each(misread)('%s has a value of a wrong type at %s', (text, path, type, line, byte) => {
  expect(errorsOfBody(text)).toEqual({
    initializeExt: ['The initializeExt field is required.'],
    [path]: [`The JSON value could not be converted to ${type}. Path: ${path} | LineNumber: ${line} | BytePositionInLine: ${byte}.`],
  })
})

test('keys with fewer levels come first', () => {
  expect(Object.keys(errorsOfBody('{"recipients":5}') ?? {})).toEqual(['initializeExt', '$.recipients'])
  expect(Object.keys(errorsOfBody('5') ?? {})).toEqual(['$', 'initializeExt'])
})

test('a value of a wrong type hides all other errors', () => {
  expect(Object.keys(errorsOfBody('{"fileName":null,"disableVirusScan":0}') ?? {})).toEqual(['initializeExt', '$.disableVirusScan'])
})

const malformed: [text: string, key: string, message: string][] = [
  ['x', '$', "'x' is an invalid start of a value. Path: $ | LineNumber: 0 | BytePositionInLine: 0."],
  ['{"recipients": x}', '$.recipients', "'x' is an invalid start of a value. Path: $.recipients | LineNumber: 0 | BytePositionInLine: 15."],
  [
    '{"recipients":[x',
    '$.recipients[0]',
    "'x' is an invalid start of a value. Path: $.recipients[0] | LineNumber: 0 | BytePositionInLine: 15.",
  ],
  [
    '{\n  fileName: 1}',
    '$',
    `'f' is an invalid start of a property name. Expected a '"'. Path: $ | LineNumber: 1 | BytePositionInLine: 2.`,
  ],
  [
    '{"fileName":"a",}',
    '$',
    'The JSON object contains a trailing comma at the end which is not supported in this mode. Change the reader options. Path: $ | LineNumber: 0 | BytePositionInLine: 16.',
  ],
  [
    '{"fileName":"å\n"}',
    '$.fileName',
    "'0x0A' is invalid within a JSON string. The string should be correctly escaped. Path: $.fileName | LineNumber: 0 | BytePositionInLine: 15.",
  ],
  [
    '{"fileName":"a"',
    '$',
    'Expected depth to be zero at the end of the JSON payload. There is an open JSON object or array that should be closed. Path: $ | LineNumber: 0 | BytePositionInLine: 15.',
  ],
  [
    '  ',
    '$',
    'The input does not contain any JSON tokens. Expected the input to start with a valid JSON token, when isFinalBlock is true. Path: $ | LineNumber: 0 | BytePositionInLine: 2.',
  ],
  ['{}{}', '$', "'{' is invalid after a single JSON value. Expected end of data. Path: $ | LineNumber: 0 | BytePositionInLine: 2."],
]

test.each(malformed)('%j is not JSON', (text, key, message) => {
  expect(() => JSON.parse(text)).toThrow()
  expect(readers.fileTransfer.malformed(text, 'unused')).toEqual({
    [key]: [message],
    initializeExt: ['The initializeExt field is required.'],
  })
})

test('too deep nesting is reported at the first value that is too deep', () => {
  const [path = '', messages] =
    Object.entries(readers.fileTransfer.malformed(`${'['.repeat(33)}${']'.repeat(33)}`, 'unused')).find(([key]) => key.startsWith('$')) ??
    []

  expect(path).toBe(`$${'[0]'.repeat(32)}`)
  expect(messages).toEqual([
    `The maximum configured depth of 32 has been exceeded. Cannot read next JSON array. Path: ${path} | LineNumber: 0 | BytePositionInLine: 32.`,
  ])
})

test('without a text, the error gives the reason', () => {
  expect(readers.fileTransfer.malformed('', 'The body is not valid UTF-8.')).toEqual({
    $: ['The body is not valid UTF-8. Path: $ | LineNumber: 0 | BytePositionInLine: 0.'],
    initializeExt: ['The initializeExt field is required.'],
  })
})

test('an empty body has a message of its own', () => {
  expect(Object.entries(readers.fileTransfer.empty())).toEqual([
    ['', ['A non-empty request body is required.']],
    ['initializeExt', ['The initializeExt field is required.']],
  ])
})

function errorsOfForm(fields: unknown): Errors | undefined {
  const result = formFields().safeParse(fields)
  return result.success ? undefined : validationErrors(() => fileTransferErrors(result.error.issues, fields, ''))
}

test('the keys of form fields begin with Metadata', () => {
  expect(errorsOfForm({ metadata: valid })).toBeUndefined()
  expect(errorsOfForm({})).toEqual({ Metadata: ['The Metadata field is required.'] })
  expect(errorsOfForm({ metadata: { ...valid, sender: undefined, disableVirusScan: 'perhaps', propertyList: { a: null } } })).toEqual({
    'Metadata.DisableVirusScan': ["The value 'perhaps' is not valid for DisableVirusScan."],
    'Metadata.Sender': ['The Sender field is required.'],
    'Metadata.PropertyList[a]': ['A value is required.'],
  })
  expect(errorsOfForm({ metadata: { ...valid, sender: '1', recipients: ['2', '3'] } })).toEqual({
    'Metadata.Recipients': [badRecipient],
    'Metadata.Sender': [badSender],
  })
})

const queries: [query: Record<string, string>, errors: Errors | undefined][] = [
  [{ resourceId: 'acme-exchange' }, undefined],
  [{}, { resourceId: ['The resourceId field is required.'] }],
  [{ resourceId: '' }, { resourceId: ['The resourceId field is required.'] }],
  [{ resourceId: 'a', status: 'abc' }, { status: ["The value 'abc' is not valid."] }],
  [{ resourceId: 'a', status: '99' }, { status: ["The value '99' is invalid."] }],
  [{ resourceId: 'a', status: '7', recipientStatus: '2', role: '1' }, undefined],
  [
    { resourceId: 'a', status: '8', recipientStatus: '3', role: '2' },
    { recipientStatus: ["The value '3' is invalid."], role: ["The value '2' is invalid."], status: ["The value '8' is invalid."] },
  ],
  [{ resourceId: 'a', status: 'published', recipientStatus: 'DOWNLOADSTARTED', role: 'sender' }, undefined],
  [{ resourceId: 'a', from: '2026-08-18T10:00:00Z', to: '2026-08-18 10:00:00' }, undefined],
  [{ resourceId: 'a', from: '2026-08-18T10:00:00 02:00' }, { from: ["The value '2026-08-18T10:00:00 02:00' is not valid."] }],
  [{ resourceId: 'a', orderAscending: '1' }, { orderAscending: ["The value '1' is not valid."] }],
]

test.each(queries)('the query %j has the errors %j', (query, errors) => {
  const result = searchQuery.safeParse(query)
  const found = result.success ? undefined : errorsOf(result.error.issues)

  expect(found).toEqual(errors)
  expect(Object.keys(found ?? {})).toEqual(Object.keys(errors ?? {}).sort())
})

test('the error for a malformed GUID has the key of the parameter', () => {
  const result = byFileTransferId.safeParse({ fileTransferId: 'abc' })

  expect(errorsOf(result.error?.issues ?? [])).toEqual({ fileTransferId: ["The value 'abc' is not valid."] })
  expect(byFileTransferId.safeParse({ fileTransferId: '{7D3F0C7E-2B41-4A8E-9F55-0F6C1F1A9B10}' }).success).toBe(true)
})
