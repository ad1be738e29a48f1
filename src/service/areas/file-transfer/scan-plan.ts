/** How a virus scan ends without a scenario: the name of the file decides. */

export const scanResults = ['clean', 'infected', 'error'] as const
export type ScanResult = (typeof scanResults)[number]

/** How a virus scan ends, and when. */
export interface ScanPlan {
  readonly result: ScanResult
  /** Milliseconds; absent: at the pace of the world. */
  readonly after?: number | 'never'
}

const minutes = 60_000

/** By a whole word in the file's name, in any letter case. Source: decisions §7. */
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
