/** The bodies of calls that lie in files beside the test of a capsule. */
import { besideFile } from '../record/capsule/files.ts'
import type { Capsule } from '../record/capsule/read-capsule.ts'
import type { Values } from '../record/capsule/replay/values.ts'
import { createContents } from '../record/capsule/replay/values.ts'
import type { PlannedStep } from '../record/capsule/script/plan.ts'

/** Characters of the longest body that stands in a script: the arguments of a program are not longer than 128 KiB. */
const mostBody = 30_000

/** A shell has no NUL. Where values of replies stand in a text, it cannot lie in a file. */
const isForFile = (text: PlannedStep['sends']['text']): boolean =>
  text?.every((part) => typeof part === 'string') === true && (text.join('').length > mostBody || text.join('').includes('\0'))

interface BodyFile {
  readonly step: PlannedStep
  readonly file: string
  readonly bytes: Uint8Array
}

/** The bodies that are not text, and where they lie. */
export async function bodyFiles(
  capsule: Capsule,
  file: string,
  steps: readonly PlannedStep[],
  name: string,
  restore: Values['restore'],
): Promise<BodyFile[]> {
  const contents = createContents(capsule, restore, besideFile(file))
  const found: BodyFile[] = []
  for (const step of steps) {
    const { body } = step
    if (!body || (body.text === undefined ? body.base64 === undefined && body.sha256 === undefined : !isForFile(step.sends.text))) continue
    const bytes = await new Blob((await contents(body)) as Uint8Array<ArrayBuffer>[]).bytes()
    found.push({ step, file: `${name}.body-${found.length + 1}`, bytes })
  }
  return found
}
