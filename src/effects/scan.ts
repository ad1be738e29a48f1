/** Decides how virus scans end, and when. */
import { z } from 'zod'
import { type ScanPlan, scanPlans } from '../state/circumstances.ts'
import { durationOption, milliseconds } from './duration-option.ts'
import { defineDecide } from './effect.ts'

const results = ['clean', 'infected', 'error'] as const
const options = z.union(
  [z.enum([...results, 'slow', 'stuck']), z.strictObject({ after: durationOption, result: z.enum(results).default('clean') })],
  { error: 'is none of clean, infected, error, slow, stuck and { after, result }' },
)

function planOf(chosen: z.output<typeof options>): ScanPlan | undefined {
  if (typeof chosen === 'object') return { result: chosen.result, after: milliseconds(chosen.after) }
  if (chosen === 'slow' || chosen === 'stuck') return scanPlans[`${chosen}scan`]
  return { result: chosen }
}

const sentences = {
  clean: 'Files are found clean, unless they hold malware.',
  infected: 'Files are found infected.',
  error: 'Files cannot be scanned.',
  slow: 'Scans take five minutes.',
  stuck: 'Scans never end.',
}

export const scan = defineDecide({
  options,
  summary: 'Virus scans end as told',
  anywhere: true,
  explain: (chosen) => (typeof chosen === 'object' ? `Scans take ${chosen.after}, and end with ${chosen.result}.` : sentences[chosen]),
  concerns: (_, { asks }) => asks?.includes('scan') === true,
  decide: (chosen, circumstances) => ({ ...circumstances, scan: (file) => planOf(chosen) ?? circumstances.scan(file) }),
})
