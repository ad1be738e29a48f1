import { expect, test } from 'vitest'
import { bareResourceId } from '../../../src/wire/values/resource-id.ts'

const ids: [text: string, bare: string][] = [
  ['acme-exchange', 'acme-exchange'],
  ['urn:altinn:resource:acme-exchange', 'acme-exchange'],
  ['urn:altinn:resource:urn:altinn:resource:x', 'urn:altinn:resource:x'],
  ['URN:altinn:resource:x', 'URN:altinn:resource:x'],
]

test.each(ids)('the resource id of %s is %s', (text, bare) => {
  expect(bareResourceId(text)).toBe(bare)
})
