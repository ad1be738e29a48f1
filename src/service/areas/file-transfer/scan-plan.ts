/** A virus scan's result without a scenario, determined by the file name. */

export const scanResults = ['clean', 'infected', 'error'] as const
export type ScanResult = (typeof scanResults)[number]

/** A virus scan's result and when it arrives. */
export interface ScanPlan {
  readonly result: ScanResult
  /** Milliseconds. Absent: the world's pace applies. */
  readonly after?: number | 'never'
}

const minutes = 60_000

/** Keyed by whole words in the file name, in any letter case. Source: decisions §7. */
export const scanPlans: Readonly<Record<string, ScanPlan>> = {
  infected: { result: 'infected' },
  unscannable: { result: 'error' },
  slowscan: { result: 'clean', after: 5 * minutes },
  stuckscan: { result: 'clean', after: 'never' },
}

export function scanPlanOf(fileName: string): ScanPlan {
  for (const word of fileName.toLowerCase().split(/[^\p{L}\p{N}]+/u)) {
    const plan = Object.hasOwn(scanPlans, word) ? scanPlans[word] : undefined
    if (plan) return plan
  }
  return { result: 'clean' }
}
