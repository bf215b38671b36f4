/** Which terms of service a person accepts by creating an account. Safe in the browser. */

/**
 * Terms of an installation whose operator publishes none. The registration shows the whole text at
 * its box.
 */
export const builtInTerms = {
  text: 'Show only things that really happened, and send only data that you have the right to use.',
  /** Stored with each acceptance. Change it when the text changes. */
  version: 'built-in 2026-11-27',
}

/** Version of the terms that the registration shows: the operator's if there are any. */
export const termsVersionOf = ({ terms }: { terms?: { version: string } | undefined }): string =>
  terms?.version ?? builtInTerms.version
