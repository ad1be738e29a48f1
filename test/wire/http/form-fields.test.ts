import { expect, test } from 'vitest'
import { type FieldPart, fieldsOf, isField } from '../../../src/wire/http/form-fields.ts'

const forms: [what: string, parts: FieldPart[], metadata: object | undefined][] = [
  ['no part leaves no metadata', [], undefined],
  [
    'other parts are passed over',
    [
      ['Colour', 'red'],
      ['Metadata', '{}'],
      ['Metadata.Colour', 'red'],
    ],
    undefined,
  ],
  [
    'names are read in any case',
    [
      ['METADATA.filename', 'a'],
      ['metadata.ResourceID', 'b'],
    ],
    { fileName: 'a', resourceId: 'b' },
  ],
  [
    'of a field that comes twice the first counts',
    [
      ['Metadata.Sender', 'a'],
      ['Metadata.sender', 'b'],
    ],
    { sender: 'a' },
  ],
  [
    'recipients are repeated',
    [
      ['Metadata.Recipients', 'a'],
      ['metadata.recipients', 'b'],
      ['Metadata.Recipients', 'a'],
    ],
    { recipients: ['a', 'b', 'a'] },
  ],
  [
    'recipients are repeated with brackets',
    [
      ['Metadata.Recipients[]', 'a'],
      ['Metadata.Recipients[]', 'b'],
    ],
    { recipients: ['a', 'b'] },
  ],
  [
    'recipients are numbered, in any order',
    [
      ['Metadata.Recipients[1]', 'b'],
      ['Metadata.Recipients[0]', 'a'],
    ],
    { recipients: ['a', 'b'] },
  ],
  [
    'numbered recipients end at the first gap',
    [
      ['Metadata.Recipients[0]', 'a'],
      ['Metadata.Recipients[2]', 'c'],
    ],
    { recipients: ['a'] },
  ],
  ['numbered recipients begin with 0', [['Metadata.Recipients[1]', 'b']], undefined],
  ['a number is written one way', [['Metadata.Recipients[00]', 'a']], undefined],
  [
    'repeated recipients win over numbered ones',
    [
      ['Metadata.Recipients[0]', 'a'],
      ['Metadata.Recipients', 'b'],
    ],
    { recipients: ['b'] },
  ],
  [
    'properties stand in brackets',
    [
      ['Metadata.PropertyList[caseNumber]', '2026/17'],
      ['metadata.propertylist[Ås.1]', 'x'],
    ],
    { propertyList: { caseNumber: '2026/17', 'Ås.1': 'x' } },
  ],
  [
    'properties stand after a dot',
    [
      ['Metadata.PropertyList.caseNumber', '2026/17'],
      ['Metadata.PropertyList.a.b', 'x'],
    ],
    { propertyList: { caseNumber: '2026/17', 'a.b': 'x' } },
  ],
  [
    'properties are numbered pairs, in any order',
    [
      ['Metadata.PropertyList[1].Key', 'c'],
      ['Metadata.PropertyList[0].Value', 'b'],
      ['Metadata.PropertyList[0].key', 'a'],
      ['Metadata.PropertyList[1].value', 'd'],
    ],
    { propertyList: { a: 'b', c: 'd' } },
  ],
  [
    'numbered pairs win over named properties',
    [
      ['Metadata.PropertyList[x]', 'y'],
      ['Metadata.PropertyList[0].Key', 'a'],
      ['Metadata.PropertyList[0].Value', 'b'],
    ],
    { propertyList: { a: 'b' } },
  ],
  ['a pair without a value has null', [['Metadata.PropertyList[0].Key', 'a']], { propertyList: { a: null } }],
  ['a number alone is a key', [['Metadata.PropertyList[0]', 'a']], { propertyList: { '0': 'a' } }],
  ['a JSON text does not bind', [['Metadata.PropertyList', '{"a":"b"}']], undefined],
  ['flags are read in any case', [['Metadata.DisableVirusScan', ' TRUE ']], { disableVirusScan: true }],
  [
    'an empty flag is left out',
    [
      ['Metadata.Checksum', ''],
      ['Metadata.DisableVirusScan', ''],
    ],
    { checksum: '' },
  ],
  ['what is no flag stays', [['Metadata.DisableVirusScan', 'perhaps']], { disableVirusScan: 'perhaps' }],
]

test.each(forms)('%s', (_, parts, metadata) => {
  expect(fieldsOf(parts)).toEqual(metadata ? { metadata } : {})
})

test('no key reaches a prototype', () => {
  const fields = fieldsOf([
    ['Metadata.PropertyList[__proto__]', 'x'],
    ['Metadata.__proto__', 'y'],
    ['Metadata.constructor', 'z'],
  ])
  const { propertyList } = fields.metadata as { propertyList: object }

  expect(Object.getPrototypeOf(propertyList)).toBe(Object.prototype)
  expect(Object.keys(propertyList)).toEqual(['__proto__'])
  expect(Object.keys(fields.metadata as object)).toEqual(['propertyList'])
})

test('only what begins with Metadata is a field', () => {
  expect(['Metadata.Sender', 'metadata.x', 'Metadata', 'MetadataSender', 'FileTransfer', ''].map(isField)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ])
})
