/** The scenarios as a tester uses them: found, switched on, watched, and switched off. */
import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { served, tester, violations, visit } from '../../support/dashboard.ts'

const search = { query: { resourceId: 'standin-plain' } }

tester('a tester finds an outage, switches it on for five minutes, and sees what it counts', async ({ url, client, simulator }) => {
  const page = await visit(url, '#/scenarios')
  await page.getByRole('heading', { name: 'Scenarios', exact: true }).waitFor()

  await page.getByLabel('Find a scenario').waitFor()
  await page.keyboard.press('f')
  await page.keyboard.type('outage-authorization')
  await page.getByText('2 found').waitFor()
  await page.getByLabel('Switch on').selectOption('on for 5 minutes')
  await page.getByRole('switch', { name: 'outage-authorization', exact: true }).click()
  await page.getByText('until 10:05:00').waitFor()
  expect((await client.call('fileTransfer.search', search)).status).toBe(503)

  await page.getByRole('link', { name: 'outage-authorization The' }).click()
  const open = page.getByRole('article', { name: 'Scenario outage-authorization' })
  await open.getByText('1 counted').first().waitFor()
  await open.getByRole('link', { name: 'affected calls' }).click()
  await page.getByRole('row').getByText('/filetransfer').first().waitFor()

  await page.goBack()
  await simulator.advance({ by: 'PT5M' })
  await open.getByText('off', { exact: true }).waitFor()
  expect((await client.call('fileTransfer.search', search)).status).toBe(200)
})

tester('a scenario has an address of its own, shows its proof, and gives its document as a file', async ({ url, simulator }) => {
  simulator.scenarios.define('fog', {
    summary: '<img src=x> fog',
    rules: [{ on: 'fileTransfer.search', calls: '1-2', refuse: { code: 'BRO-00006' } }],
    proof: [{ call: 'fileTransfer.search', times: 2, expect: 503 }],
  })
  const page = await visit(url, '#/scenarios/fog')
  const open = page.getByRole('article', { name: 'Scenario fog' })
  await open.getByText('<img src=x> fog').waitFor()
  await open.getByText('fileTransfer.search, calls 1-2').waitFor()
  await open.getByRole('tab', { name: 'Proof' }).click()
  await open.getByText('times: 2, expect: 503').waitFor()
  await open.getByRole('button', { name: 'Try', exact: true }).click()
  await open.getByText('Call 1: The status is 403, not 503.').waitFor()
  expect(await violations(page)).toEqual([])
  await open.getByRole('tab', { name: 'Document' }).click()
  const download = page.waitForEvent('download')
  await open.getByRole('button', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toBe('fog.yaml')

  await open.getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByRole('button', { name: 'Remove the scenario' }).click()
  await page.getByText('fog was removed.').waitFor()
  expect((await simulator.scenarios.list()).scenarios.map(({ name }) => name)).not.toContain('fog')
})

tester('a tester writes a scenario: the editor completes names, marks a mistake where it stands, and defines it', async () => {
  const { url, client } = await served()
  const page = await visit(url, '#/scenarios', { expected: /400/ })
  await page.getByRole('link', { name: 'New scenario' }).click()
  const editor = page.getByRole('textbox', { name: "The scenario's document" })
  await editor.click()
  expect(await page.locator('.cm-scroller').evaluate((element) => getComputedStyle(element).display)).toBe('flex')

  // The policy of the page refuses the style that a browser gives to text typed over other text.
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('summary')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('"')
  expect(await editor.innerText()).toBe('"summary"')
  await page.keyboard.press('ControlOrMeta+a')
  await paste(editor, 'summary: Fog\nrules:\n  - on: fileTransfer.serch\n    ')
  await page.keyboard.type('refu')
  await page.getByRole('option', { name: /^refuse/ }).click()
  await paste(editor, '{ code: BRO-00006 }')
  const marked = page.locator('.cm-lintRange-error')
  // The editor checks the document again while it is written, and closes what it says about the one before.
  await expect
    .poll(async () => {
      await page.mouse.move(0, 0)
      await marked.filter({ hasText: 'fileTransfer.serch' }).first().hover()
      const said = page.getByText('unknown value "fileTransfer.serch"').first().waitFor({ timeout: 2_000 })
      return said.then(
        () => true,
        () => false,
      )
    })
    .toBe(true)

  await page.getByLabel('Name', { exact: true }).fill('fog')
  await page.getByRole('button', { name: 'Define it' }).click()
  await page.getByRole('status').getByText('unknown value "fileTransfer.serch"').waitFor()
  await editor.click()
  await page.keyboard.press('ControlOrMeta+a')
  await paste(editor, 'summary: Fog\nrules:\n  - on: fileTransfer.search\n    respond: { status: 503 }\n')
  await page.getByRole('button', { name: 'Try', exact: true }).click()
  await page.getByRole('status').getByText('Scenario fog has no proof').waitFor()
  await editor.click()
  await page.keyboard.press('ControlOrMeta+End')
  await paste(editor, 'proof:\n  - { call: fileTransfer.search, expect: 503 }\n  - { call: fileTransfer.search, expect: 200 }\n')
  await page.getByRole('button', { name: 'Try', exact: true }).click()
  const tried = page.getByRole('region', { name: 'The proof' })
  await tried.getByText('The status is 503, not 200.').waitFor()
  expect(await tried.getByRole('listitem').allInnerTexts()).toEqual([
    expect.stringMatching(/^PASSED call fileTransfer\.search/i),
    expect.stringMatching(/^FAILED call fileTransfer\.search/i),
  ])
  expect((await client.call('fileTransfer.search', search)).status).toBe(200)
  await page.getByRole('button', { name: 'Define it' }).click()
  await page.getByRole('article', { name: 'Scenario fog' }).getByRole('switch', { name: 'fog' }).click()
  await page.getByRole('article', { name: 'Scenario fog' }).getByText('on', { exact: true }).waitFor()

  expect((await client.call('fileTransfer.search', search)).status).toBe(503)
})

/** As the clipboard does it. */
const paste = (editor: Locator, text: string): Promise<void> =>
  editor.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)

tester('a tester makes a scenario of a call that failed', async ({ url, client }) => {
  await client.call('notifications.getShipment', { params: { id: 'nothing' } })
  const page = await visit(url, '#/calls/1')
  await page.getByRole('link', { name: 'create a scenario' }).click()
  await page.getByRole('textbox', { name: "The scenario's document" }).getByText('notifications.getShipment').first().waitFor()
  await page.getByRole('button', { name: 'Try', exact: true }).click()
  await page.getByText('The proof passed').waitFor()
  await page.getByRole('button', { name: 'Define it' }).click()
  await page.getByRole('article', { name: 'Scenario my-scenario' }).getByText('notifications.getShipment, where').waitFor()
})
