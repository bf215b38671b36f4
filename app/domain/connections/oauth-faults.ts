/** Why an approval by OAuth connected nothing, in words that say what to do. */

/** Sorted by who can fix it: the person, the service, or no one. */
export const oauthFaults = {
  denied: {
    status: 403,
    sentence: (service) => `${service} wasn’t connected, because the approval was declined.`,
  },
  expired: {
    status: 410,
    sentence: () =>
      'This approval was used before, or is older than 10 minutes. Connect again to get a new one.',
  },
  otherPerson: {
    status: 403,
    sentence: () =>
      'Someone else started this connection. Log in as that person, or connect again yourself.',
  },
  otherSite: {
    status: 409,
    sentence: () =>
      'You switched to another site after you started. Switch back and connect again.',
  },
  otherAccount: {
    status: 409,
    sentence: (service) =>
      `You approved another ${service} account than the one that needs reconnecting. Log in to ${service} with that account and try again.`,
  },
  notSetUp: {
    status: 404,
    sentence: (service) => `Logging in to ${service} isn’t set up here, so nothing was connected.`,
  },
  tooMany: {
    status: 409,
    sentence: () => 'This site has too many connections. Disconnect one that it doesn’t need.',
  },
  notOnPlan: {
    status: 402,
    sentence: (service) =>
      `Your plan doesn’t include ${service}, so nothing was connected. Change the plan and connect again.`,
  },
  refused: {
    status: 422,
    sentence: (service) =>
      `${service} didn’t give us access. Connect again, as the owner of the account, and allow everything that ${service} asks about.`,
  },
  nothing: {
    status: 422,
    sentence: (service) =>
      `This login manages nothing in ${service} that can be connected. Log in to ${service} with another account and try again.`,
  },
  chosen: {
    status: 410,
    sentence: () => 'This approval has been used or has ended. Connect again to get a new one.',
  },
  notOffered: {
    status: 422,
    sentence: () => 'Choose one from the list.',
  },
  /** A person has to do something at the service first: the reason says what. */
  held: {
    status: 422,
    sentence: (_service, reason) => reason,
  },
  busy: {
    status: 503,
    sentence: (service) => `${service} can’t be reached right now. Try again in a few minutes.`,
  },
  unreadable: {
    status: 502,
    sentence: (service) =>
      `${service} answered something that we can’t read. Try again in a few minutes.`,
  },
} as const satisfies Record<
  string,
  { status: number; sentence: (service: string, reason: string) => string }
>

export type OAuthFault = keyof typeof oauthFaults

export type FaultyApproval = {
  ok: false
  fault: OAuthFault
  /** Sentence of a `held` one. */
  reason?: string
}

/** For the person, with the service's name. */
export const oauthFaultSentence = (
  { fault, reason = '' }: FaultyApproval,
  service: string,
): string => oauthFaults[fault].sentence(service, reason)
