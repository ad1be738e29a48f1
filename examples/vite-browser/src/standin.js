/** Starts Standin in this page, in a world with one file. Returns a token for the file's recipient. */
import { setupStandin } from 'standin/mocks/browser'

export async function start() {
  const { worker, simulator } = setupStandin()
  await worker.start({ quiet: true })
  await simulator.givens.arrange('a published file transfer exists', { content: 'a report' })
  const { token } = await simulator.token({ orgNo: '370916446', scope: 'altinn:broker.read' })
  return token
}
