/** Characters of one expression of a policy; a longer one is not looked at. */
export const MAX_EXPRESSION = 10_000

/** Calls, loops and choices of an expression inside each other, chains such as a + b + c among them: as deep everywhere. */
export const MAX_EXPRESSION_DEPTH = 200

/** Characters of a pattern that texts are held to. */
export const MAX_PATTERN = 500

/** Characters of a text that is made or matched in an expression. */
export const MAX_STRING = 100_000

/** Items of a list that is made in an expression. */
export const MAX_LIST = 10_000

/** Steps of one policy about one object: turns of loops, calls, and what these read, 100 characters, or 25 items that are not looked into, a step. */
export const MAX_STEPS = 50_000

/** Steps of all policies about all objects of one plan: ten simple policies about 50,000 objects, and some seconds. */
export const MAX_ALL_STEPS = 5_000_000

/** Policies in `platform/policies/`; with more, nobody could say what they want. */
export const MAX_POLICIES = 100

/** Characters of all their expressions, which are compiled in each check. */
export const MAX_POLICY_CHARACTERS = 200_000

/** Things that policies say about one object, after which no more is asked where it is denied. */
export const MAX_VERDICTS = 20
