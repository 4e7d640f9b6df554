const words = (list: string) => new Set(list.split(" "));

/** English words that say nothing of a subject, and those that only make a question of it. */
export const STOP_WORDS = words(
  "a about above after again all also although am an and any are aren as at be because been before being below between both but by can cannot could couldn did didn do does doesn doing don done down during each either else etc even every for from further get gets getting given gives go goes had has have having he her here hers him his how however i if in into is isn it its itself just let lets like ll make makes many may maybe me might more most much must my need needs neither no nor not now of off often on once one only onto or other others our ours out over own per please quite rather re really s same see shall she should shouldn since so some someone something such t than that the their them then there therefore these they thing things this those though through thus to too toward under until up upon us use used uses using ve very via want wants was wasn way ways we well were weren what whatever when where whether which while who whom whose why will with within without won would wouldn yes yet you your yours help",
);

/** The commonest of them, by which English prose is told from other languages. */
export const COMMON_ENGLISH = words(
  "the of to and is are in that this for with you your it can be on not when from by as will have or if an use which how",
);
