import { expect } from 'vitest'
import { readCaller } from '../../src/identity/caller.ts'
import { consumerOf } from '../../src/identity/consumer.ts'
import { rule } from '../support/rule.ts'

const orgNo = { 'urn:altinn:orgNumber': '312345676' }
const system = {
  authorization_details: {
    type: 'urn:altinn:systemuser',
    systemuser_id: ['a1c7b9a0-6a0e-4d0a-9a55-2a9d0f6c4b21'],
    systemuser_org: { ID: '0192:313456780' },
  },
}
const user = { 'urn:altinn:userid': 20000 }
const org = { 'urn:altinn:org': 'ttd' }

for (const [claims, consumer] of [
  [{ ...org, ...user, ...system, ...orgNo }, '/org/ttd'],
  [{ ...user, ...system, ...orgNo }, '/user/20000'],
  [{ 'urn:altinn:userid': '20000' }, '/user/20000'],
  [{ ...system, ...orgNo }, '/systemuser/a1c7b9a0-6a0e-4d0a-9a55-2a9d0f6c4b21'],
  [orgNo, '/organisation/312345676'],
  [{ 'urn:altinn:userid': '../1' }, undefined],
  [{}, undefined],
] as const) {
  rule('events §4.3, authentication §5.3', `${Object.keys(claims).join(', ') || 'nothing'} makes ${consumer}`, () => {
    const caller = readCaller({ exp: 2_000_000_000, ...claims })

    expect(caller && consumerOf(caller)).toBe(consumer)
  })
}
