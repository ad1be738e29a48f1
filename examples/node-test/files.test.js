import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { setupStandin } from 'standin/mocks/node'
import { newFiles } from './files.js'

const { server, simulator } = setupStandin({ clock: 'frozen' })
before(() => server.listen())
afterEach(() => simulator.reset())
after(() => {
  server.close()
  simulator.close()
})

test('a published file is new until it is confirmed', async () => {
  const { token } = await simulator.token({ orgNo: '370916446', scope: 'altinn:broker.read' })
  const { fileTransferId } = await simulator.givens.arrange('a published file transfer exists', { content: 'a report' })

  const files = newFiles('http://localhost', token)

  assert.deepEqual(await files.next(), { fileTransferId, content: 'a report' })
  assert.equal(await files.next(), undefined)
})

test('a file that a scan finds infected is never new', async () => {
  const { token } = await simulator.token({ orgNo: '370916446', scope: 'altinn:broker.read' })
  await simulator.givens.arrange('a file with malware is uploaded')

  assert.equal(await newFiles('http://localhost', token).next(), undefined)
})
