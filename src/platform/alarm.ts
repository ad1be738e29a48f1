/** Reports a defect where a developer looks. */
export const alarm = (defect: unknown): void => console.error('A defect of Standin itself:', defect)
