/** What every page gets. */

export interface PageProps {
  /** The parts of the address after the page: `['17']` for `#/calls/17`. */
  readonly rest: readonly string[]
}
