/** Contacts, resources and provider states, as a tester looks at them and changes them. */
import { expect } from 'vitest'
import { tester, visit } from '../../support/dashboard.ts'

tester('a tester finds a person, changes the address, adds an organization and removes it', async ({ url, simulator }) => {
  const [known] = simulator.contacts.list().contacts
  const number = known?.number ?? ''
  const page = await visit(url, '#/contacts')
  await page.getByLabel('Find', { exact: true }).fill(number)
  await page.getByRole('link', { name: new RegExp(number) }).click()
  await page.getByLabel('Email address').fill('new@example.org')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText(/ was saved\.$/).waitFor()
  expect(simulator.contacts.find(number)).toEqual({ ...known, email: 'new@example.org' })

  await page.goto(`${url}/_standin/#/contacts?add=yes`)
  await page.getByLabel('Number', { exact: true }).fill('312345676')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByLabel('Email addresses, one per line').fill('one@example.org\ntwo@example.org\n')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).waitFor()
  expect(simulator.contacts.find('312345676')).toMatchObject({ emails: ['one@example.org', 'two@example.org'], mobiles: [] })
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByRole('button', { name: 'Remove it' }).click()
  await expect.poll(() => simulator.contacts.list().contacts.some((each) => each.number === '312345676'), { timeout: 10_000 }).toBe(false)
})

tester('a tester limits the size and the recipients of a resource, and a mistake is explained', async ({ url, simulator }) => {
  const [known] = simulator.resources.list().resources
  const id = known?.id ?? ''
  const page = await visit(url, `#/resources/${id}`, { expected: /status of 400/ })
  const form = page.getByRole('form', { name: `Resource ${id}` })
  await form.getByLabel('Largest file').fill('1000')
  await form.getByLabel('Restrict the recipients').check()
  await form.getByLabel('Allowed recipients, one per line').fill('nobody')
  await form.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Write a party as 0192:NNNNNNNNN.', { exact: false }).waitFor()
  await form.getByLabel('Allowed recipients, one per line').fill('0192:370916446')
  await form.getByRole('button', { name: 'Save' }).click()

  await page.getByText(`Resource ${id} was saved.`).waitFor()
  expect(simulator.resources.find('test', id)).toEqual({ ...known, maxFileTransferSize: 1000, accessList: ['0192:370916446'] })
})

tester('saving a resource keeps what its owner has configured by a call of the service', async ({ url, client, simulator }) => {
  const legacy = { useManifestFileShim: true, externalServiceCodeLegacy: '5432', externalServiceEditionCodeLegacy: 1 }
  await client.call('resources.configureResource', { params: { resourceId: 'standin-plain' }, body: legacy, as: { orgNo: '991825827' } })
  const page = await visit(url, '#/resources/standin-plain')
  const form = page.getByRole('form', { name: 'Resource standin-plain' })
  expect(await form.getByLabel('Older clients get a manifest file').isChecked()).toBe(true)
  await form.getByLabel('Largest file').fill('1000')
  await form.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Resource standin-plain was saved.').waitFor()

  const kept = { useManifestFileShim: true, externalServiceCode: '5432', externalServiceEdition: 1, maxFileTransferSize: 1000 }
  expect(simulator.resources.find('test', 'standin-plain')).toMatchObject(kept)
})

tester('a tester arranges a provider state with a parameter and follows its values', async ({ url, simulator }) => {
  const page = await visit(url, '#/contracts')
  await page.getByRole('link', { name: /^a person has contact information/ }).click()
  await page.getByLabel('email', { exact: true }).fill('arranged@example.org')
  await page.getByRole('button', { name: 'Arrange' }).click()
  await page.getByRole('list', { name: 'Values' }).getByText('12838590150').waitFor()
  expect(simulator.contacts.find('12838590150')).toMatchObject({ email: 'arranged@example.org' })

  await page.getByRole('button', { name: 'Tear down' }).click()
  await page.getByText('The world was reset.').waitFor()
  expect(simulator.contacts.find('12838590150')).not.toMatchObject({ email: 'arranged@example.org' })
})
