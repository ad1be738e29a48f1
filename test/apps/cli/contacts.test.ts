/** `standin contacts`. */
import { expect, test } from 'vitest'
import { misuse, serverForFile } from '../../support/command-line.ts'

const { inNewWorld } = await serverForFile()

const cells = (out: string) => out.split('\n').map((line) => line.split(/ {2,}/))

test('the contacts of one condition are listed, in any case', async () => {
  const { run, knobs } = inNewWorld()
  const reserved = knobs.contacts.list().contacts.filter(({ condition }) => condition === 'reserved')
  const { out } = await run('contacts', '--condition', 'RESERVED')
  const [first] = reserved

  expect(cells(out)).toEqual([
    ['NUMBER', 'CONDITION', 'NAME', 'EMAIL', 'MOBILE', 'ABOUT'],
    [first?.number, 'reserved', first?.name, (first as { email: string }).email, (first as { mobile: string }).mobile, 'reserved'],
    [''],
  ])
})

test('a person is added and shown, and removed', async () => {
  const { run, knobs } = inNewWorld()
  const number = '17858296439'
  const put = ['contacts', 'put', number, '--name', 'Kari', '--email', 'kari@example.org', '--reserved', 'on', '--updated', '2021-03-15']
  const { out } = await run(...put)

  expect(cells(out)[1]).toEqual(
    [number, '', 'Kari', 'kari@example.org', '', 'reserved, confirmed 2021-03-15'].filter((cell) => cell !== ''),
  )
  expect(knobs.contacts.find(number)).toMatchObject({ name: 'Kari', reserved: true })
  expect((await run('contacts', 'show', number)).out).toBe(out)
  expect((await run('contacts', 'remove', number)).out).toBe(`Removed ${number}.\n`)
  expect(await run('contacts', 'show', number)).toMatchObject(misuse(`Contact not found in the register: "${number}"`))
})

test('an organization has several addresses', async () => {
  const { run, knobs } = inNewWorld()
  await run('contacts', 'put', '310000005', '--email', 'a@example.org, b@example.org', '--mobile', '+4799999999')

  expect(knobs.contacts.find('310000005')).toEqual({
    number: '310000005',
    emails: ['a@example.org', 'b@example.org'],
    mobiles: ['+4799999999'],
  })
})

test('a wrong member is misuse', async () => {
  const { run } = inNewWorld()

  expect(await run('contacts', 'put', '310000005', '--reserved', 'on')).toMatchObject(misuse('body: unknown member "reserved"'))
})
