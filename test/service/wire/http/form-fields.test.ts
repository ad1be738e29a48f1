import { expect, test } from 'vitest'
import { type FieldPart, fieldsOf, isField } from '../../../../src/service/wire/http/form-fields.ts'

const forms: [sentence: string, parts: string[], metadata: object | undefined][] = [
  ['a form without parts has no metadata', [], undefined],
  ['other parts are ignored', ['Colour=red', 'Metadata={}', 'Metadata.Colour=red'], undefined],
  ['names are read in any case', ['METADATA.filename=a', 'metadata.ResourceID=b'], { fileName: 'a', resourceId: 'b' }],
  ['of two parts with the same name the first one counts', ['Metadata.Sender=a', 'Metadata.sender=b'], { sender: 'a' }],
  [
    'recipients may be repeated',
    ['Metadata.Recipients=a', 'metadata.recipients=b', 'Metadata.Recipients=a'],
    { recipients: ['a', 'b', 'a'] },
  ],
  ['recipients may be repeated with brackets', ['Metadata.Recipients[]=a', 'Metadata.Recipients[]=b'], { recipients: ['a', 'b'] }],
  ['recipients may be numbered, in any order', ['Metadata.Recipients[1]=b', 'Metadata.Recipients[0]=a'], { recipients: ['a', 'b'] }],
  ['numbered recipients end at the first gap', ['Metadata.Recipients[0]=a', 'Metadata.Recipients[2]=c'], { recipients: ['a'] }],
  ['numbered recipients without a 0 are ignored', ['Metadata.Recipients[1]=b'], undefined],
  ['a number with a leading zero is ignored', ['Metadata.Recipients[00]=a'], undefined],
  ['repeated recipients win over numbered ones', ['Metadata.Recipients[0]=a', 'Metadata.Recipients=b'], { recipients: ['b'] }],
  [
    'the name of a property may stand in brackets',
    ['Metadata.PropertyList[caseNumber]=2026/17', 'metadata.propertylist[Ås.1]=x'],
    { propertyList: { caseNumber: '2026/17', 'Ås.1': 'x' } },
  ],
  [
    'the name of a property may stand after a dot',
    ['Metadata.PropertyList.caseNumber=2026/17', 'Metadata.PropertyList.a.b=x'],
    { propertyList: { caseNumber: '2026/17', 'a.b': 'x' } },
  ],
  [
    'properties may be numbered pairs, in any order',
    [
      'Metadata.PropertyList[1].Key=c',
      'Metadata.PropertyList[0].Value=b',
      'Metadata.PropertyList[0].key=a',
      'Metadata.PropertyList[1].value=d',
    ],
    { propertyList: { a: 'b', c: 'd' } },
  ],
  [
    'numbered pairs win over named properties',
    ['Metadata.PropertyList[x]=y', 'Metadata.PropertyList[0].Key=a', 'Metadata.PropertyList[0].Value=b'],
    { propertyList: { a: 'b' } },
  ],
  ['the value of a pair without a value is null', ['Metadata.PropertyList[0].Key=a'], { propertyList: { a: null } }],
  ['a number without key and value is the name of a property', ['Metadata.PropertyList[0]=a'], { propertyList: { '0': 'a' } }],
  ['a property list in JSON is ignored', ['Metadata.PropertyList={"a":"b"}'], undefined],
  ['flags are read in any case', ['Metadata.DisableVirusScan= TRUE '], { disableVirusScan: true }],
  ['an empty flag is left out', ['Metadata.Checksum=', 'Metadata.DisableVirusScan='], { checksum: '' }],
  ['a flag that is neither true nor false stays as it is', ['Metadata.DisableVirusScan=perhaps'], { disableVirusScan: 'perhaps' }],
]

/** A part, written as its name, `=` and its value. */
const partOf = (text: string): FieldPart => [text.slice(0, text.indexOf('=')), text.slice(text.indexOf('=') + 1)]

test.each(forms)('%s', (_, parts, metadata) => {
  expect(fieldsOf(parts.map(partOf))).toEqual(metadata ? { metadata } : {})
})

test('names like __proto__ do not change the prototype', () => {
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

test('only a part whose name begins with Metadata and a dot is a field', () => {
  expect(['Metadata.Sender', 'metadata.x', 'Metadata', 'MetadataSender', 'FileTransfer', ''].map(isField)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ])
})
