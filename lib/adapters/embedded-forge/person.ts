/** Who uses the forge's page, and has its tokens: there is one person. */
export const PERSON = 'octocat'
