/** Decides the results of virus scans and when they end. */
import { z } from 'zod'
import { type ScanPlan, scanPlans, scanResults } from '../../areas/file-transfer/wire.ts'
import { whenNeeded } from '../../wire/when-needed.ts'
import { defineDecide, durationOption, milliseconds } from '../scenario/effect.ts'

const options = whenNeeded(() =>
  z.union([
    z.enum([...scanResults, 'slow', 'stuck']),
    z.strictObject({
      after: durationOption().describe('The scan duration.'),
      result: z.enum(scanResults).default('clean').describe('The scan result.'),
    }),
  ]),
)

function planOf(chosen: z.output<ReturnType<typeof options>>): ScanPlan | undefined {
  if (typeof chosen === 'object') return { result: chosen.result, after: milliseconds(chosen.after) }
  if (chosen === 'slow' || chosen === 'stuck') return scanPlans[`${chosen}scan`]
  return { result: chosen }
}

const sentences = {
  clean: 'Scans report files as clean, unless the files contain malware.',
  infected: 'Scans report files as infected.',
  error: 'Scans fail.',
  slow: 'Scans take five minutes.',
  stuck: 'Scans never end.',
}

export const scan = defineDecide({
  options,
  summary: 'Virus scans end with a result that you choose',
  anywhere: true,
  explain: (chosen) => (typeof chosen === 'object' ? `Scans take ${chosen.after} and end with ${chosen.result}.` : sentences[chosen]),
  concerns: (_, { asks }) => asks?.includes('scan') === true,
  decide: (chosen, circumstances) => ({ ...circumstances, scan: (file) => planOf(chosen) ?? circumstances.scan(file) }),
})
