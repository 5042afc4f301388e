"""What people say for the relations and types of graphs: general English by meaning, of no graph in particular."""

from __future__ import annotations

# Each group: the words by which a label joins it, then what else people say. `~` marks phrases whose grammatical
# subject is the object of the relation. Levels of genes are composed below from words for more, less and amount.
RELATIONS: tuple[tuple[str, str], ...] = (
    (
        "treat, cure",
        "treat, cure, therapy, therapeutic, remedy, prescribe, prescription, indicate, indication, use for, use "
        "against, use in, use treat, heal, combat, fight, fight off, counter, counteract, help, help against, "
        "help with, helpful, work against, effective, efficacy, efficacious, active against, approve, administer, "
        "give for, give to, give against, tackle, manage, management, control, medicine for, medicine against, "
        "drug for, drug against, drug of choice, respond to, respond well, option for, deal with, take for, take "
        "against, recommend, first line, clear up, beneficial, benefit, benefit from, get rid of, reverse, of "
        "use, improve, improvement, fix, arrest, halt, eradicate, eliminate, useful, utility, suitable, "
        "pharmacotherapy, drug therapy, aim at, intend for, design for, work for, of choice, medicate, receive, "
        "license, market for, keep in check, slow, slow down, rescue, correct, medication for, medication "
        "against, answer to, turn to, aid, treatable, curable, first choice, standard of care, solution for, cure "
        "for, against, recover with, overcome, act against, go against, chosen",
    ),
    (
        "palliate",
        "palliate, palliative, relieve, relief, relief from, relief in, bring relief, give relief, provide "
        "relief, alleviate, ease, soothe, lessen, symptomatic relief, symptomatic treatment, soften, soften "
        "symptom, mitigate, ameliorate, make mild, mild, more bearable, bearable, tolerable, more tolerable, "
        "comfort, comfortable, edge off, take edge off, dampen, calm, relieve symptom, ease symptom, alleviate "
        "symptom, reduce symptom, lessen symptom, mitigate symptom, manage symptom, control symptom, treat "
        "symptom, relief of symptom, relief from symptom, symptom relief, burden of, ease burden, reduce burden, "
        "easy to live with, easy to bear, discomfort, suffering from lessen, take away pain, without cure",
    ),
    (
        "cause",
        "cause, induce, produce, trigger, provoke, elicit, lead to, result in, result from, give rise to, bring "
        "about, bring on, occur with, occur after, occur under, occur during, due to, consequence, consequence "
        "of, blame, to blame, risk of, carry risk, responsible for, have, side effect, adverse effect, "
        "experience, experience with, report for, report with, report after, report under, observe after, observe "
        "with, observe under, observe in, complain of, develop, develop after, develop under, suffer from, make "
        "people, appear, appear after, arise, arise from, arise under, emerge, follow, come with, stem from, "
        "known for, warn, warn of, warn about, list as, come from, come about, bring with, unwanted, set off, "
        "make feel, see after, see with, see under, happen, happen after, happen under, afflict, get, get from, "
        "attribute, associate, link",
    ),
    (
        "bind",
        "bind, binding, target, attach, attach to, dock, ligand, latch onto, latch, stick, stick to, hit, "
        "recognise, recognize, complex, form complex, affinity, contact, interact, interaction, occupy, fit into, "
        "hold onto, act on, aim at, act through, work through, act at, work on, grab, engage, molecular partner, "
        "partner, adhere, couple to, lock onto, cling",
    ),
    (
        "express",
        "express, expression, transcribe, transcript, transcript of, transcription, active in, switch on, turn "
        "on, produce, produce in, detect, detectable, mrna, rna, active, read out, make transcript, make product, "
        "synthesise, synthesize, present, present in, find in, be on in, run in, manufacture",
    ),
    (
        "associate, association",
        "associate, association, link, relate, connect, connection, involve, implicate, correlate, correlation, "
        "tie, role in, contribute to, predispose, predisposition, susceptible, susceptibility, risk, risk gene, "
        "risk for, raise risk, increase risk, elevate risk, genetic basis, genetic, genetics, genetic cause, "
        "variant, mutation, mutate, polymorphism, allele, behind, underlie, lie behind, hereditary, inherit, "
        "culprit, drive, cause, play role, play part, matter in, matter for, relevant, relevance, marker, marker "
        "of, bear on, connect with, go with, tie in, part in, have to do with, etiology, aetiology, pathogenesis, "
        "origin, originate, blame, responsible for, factor, factor in, tie to",
    ),
    (
        "interact",
        "interact, interaction, interactor, interactome, physical contact, contact, touch, partner, interaction "
        "partner, binding partner, bind, binding, complex, form complex, pair, pair up, pair with, team up, work "
        "with, work together, work together with, cooperate, cooperation, associate, attach, associate physical, "
        "dock, engage, meet, talk to, assemble",
    ),
    (
        "regulate",
        "regulate, regulatory, control, exert control, modulate, govern, steer, influence, affect, alter, change, "
        "command, direct, dictate, drive, tune, fine tune, act on, upstream, upstream of, master, govern "
        "activity, control activity, influence activity, affect activity, change activity, alter activity, "
        "determine activity, modulate activity, regulate activity, govern expression, control expression, "
        "influence expression, affect expression, change expression, alter expression, determine expression, "
        "modulate expression, regulate expression, regulate level, ~downstream, ~downstream of, ~respond to, "
        "~respond to change, ~depend on, ~activity depend on, ~react to, ~obey, ~under control, ~under control "
        "of, ~under influence, ~under regulation, ~subject to, ~answer to, ~regulatory target, ~target of, "
        "~follow, ~expression depend on, ~take order, ~sensitive to, ~govern by, ~receive signal, ~receive signal "
        "from, ~listen to, ~rely on, ~hang on, ~controlled from, ~be target, ~downstream target, ~downstream "
        "target of, ~have as regulator",
    ),
    (
        "participate",
        "participate, participant, participation, take part, play role, play part, role in, part of, part in, "
        "involve, involvement, belong, belong to, function in, contribute to, engage in, member, member of, "
        "depend on, rely on, rely, component, component of, need, need for, act in, act within, work in, work "
        "within, recruit, hand in, have hand, require, essential, essential for, necessary, active in, operate "
        "in, operate within, function, act, contribution, contributor, constituent, element, element of, make up, "
        "sit in, reside, reside in, find, find in, inside, locate, locate in, help with, help carry out, carry "
        "out, perform, mediate, possess, exhibit, show, have activity, associate, link, assign, annotate, run "
        "through, go through, use, employ, step in, pathway of, run by, serve, serve in, house, host, contain, "
        "include, residing, localise, localize, present in, exert, execute, drive, support, feature, consist of, "
        "comprise, encompass, cover, embrace, call on, draw on, engage, depend, involve product, include product, "
        "be run by, made possible, enable, facilitate, accommodate, complete",
    ),
    (
        "localize, locate",
        "localize, localise, locate, occur, occur in, affect, find in, found in, arise, arise in, site, site of, "
        "seat of, hit, strike, develop, develop in, damage, disorder of, disease of, illness of, condition of, "
        "manifest, manifest in, attack, involve, afflict, appear, appear in, suffer from, suffer, settle in, take "
        "hold, take place, happen, happen in, target, harm, injure, show up, show up in, reside, sit in, concern, "
        "impact, touch, seat, begin in, start in, present in, vulnerable, home, home to, harbour, harbor",
    ),
    (
        "present, symptom",
        "present, show, show sign, exhibit, manifest, manifestation, display, symptom, symptom of, sign, sign of, "
        "come with, come along with, go along with, go with, see in, seen in, cause, produce, bring, bring on, "
        "bring about, lead to, characterise, characterize, suffer from, suffer, recognise by, recognize by, point "
        "to, typical, typical of, complain, complain about, complain of, accompany, mark, mark by, hint at, "
        "indicate, indicative, indication, suggest, experience, report, report with, feature, common in, observe "
        "in, notice, notice in, occur in, appear in, appear with, have, have sign, feel, reveal, betray, picture, "
        "clinical picture, tell of, hallmark, announce, make people, signal, signify, present with, associate, "
        "develop, find in, involve",
    ),
    (
        "resemble",
        "resemble, similar, similarity, alike, akin, look like, share similarity, like, much like, in common, "
        "have in common, lot in common, share, close to, come close to, comparable, compare, relative, close "
        "relative, near to, near, related, relate, analogue, analog, analogous, parallel, likeness, remind of, "
        "cousin, structurally close, equivalent, match",
    ),
    (
        "covary",
        "covary, covariation, covariant, coevolve, co vary, co evolve, vary together, evolve together, evolve "
        "with, evolve, evolution, evolutionary, evolutionary rate, rate of evolution, vary with, vary along, "
        "evolutionary rate correlate, evolve in parallel, couple in evolution, change in step, change together, "
        "co evolution, coevolution, change over evolution, couple to in evolution, parallel evolution, "
        "evolutionary covariation, correlate evolution, evolutionary coupling, couple, coupling, evolutionary "
        "history",
    ),
    (
        "include",
        "include, contain, comprise, encompass, consist of, member, member of, belong to, class of, group, cover, "
        "list, list as, list member, fall under, fall into, fall within, come under, count among, count, count "
        "as, category, categorise, categorize, classify, classify as, classify under, class, kind of, type of, "
        "part of, example, example of, representative, representative of, embrace, hold, sort under, sort into, "
        "file under, assign to, group under, make up, subsume, feature, instance of, have, number among",
    ),
    (
        "inhibit",
        "inhibit, block, antagonize, antagonise, suppress, inactivate, hinder, stop",
    ),
    (
        "has parent, is a",
        "kind of, type of, form of, subtype of, subclass of",
    ),
)
# Words for more, less and amount: `raises the level`, `expressed less`, `lower abundance`. The first of each pair of
# lists are verbs and such, which say it alone; the second need a word for the amount beside them.
LEVELS = {
    "upregulate": (
        "upregulate, up regulate, increase, raise, elevate, boost, enhance, overexpress, over express, "
        "overproduce, activate, induce, stimulate, amplify, augment, turn on, turn up, go up, drive up, push up, "
        "ramp up, dial up, switch up, rise, make more, more abundant, more active, too much, abundant, too "
        "active, overactive, hyperactive, up, over represent, jump, climb, grow, promote, lift, step up, crank "
        "up, excess of, surplus of, gain of, run high, high, heighten, excess, surplus",
        "high, strong, great, more, much, above normal, above, elevate, over, plenty, large, big, excess, extra, "
        "rich, increase, induction, activation, boost, gain",
    ),
    "downregulate": (
        "downregulate, down regulate, decrease, reduce, lower, low, suppress, repress, diminish, underexpress, "
        "under express, silence, turn off, turn down, switch off, shut off, shut down, go down, push down, drive "
        "down, bring down, less abundant, less active, fall, drop, too little, lack, lose, deplete, dampen, "
        "deplet, attenuate, depress, curb, weaken, down, under represent, decline, cut, inhibit, inhibition, "
        "block, scarce, underproduce, inactive, loss of, lack of, absence, absence of, shortage of, want of, dial "
        "down, shrink, knock down, quench, deficit, deficient, blunt, minimise, minimize, make less, impair, tone "
        "down, dwindle, sink, throttle, damp",
        "low, weak, less, little, loss, lose, below normal, below, reduce, small, poor, insufficient, few, "
        "decrease, lack, drop, fall, repression, decline, shortage",
    ),
}
AMOUNT = (
    "express, expression, level, activity, abundance, amount, transcription, transcript, transcribe, production, "
    "quantity, mrna, rna, concentration, output, product, produce, copies, value, signal"
)
TYPES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("compound", ("drug", "medicine", "medication", "chemical", "substance", "pharmaceutical", "molecule")),
    ("drug", ("medicine", "medication", "compound", "pharmaceutical")),
    ("chemical", ("drug", "compound", "medicine", "substance")),
    ("medication", ("drug", "medicine", "treatment")),
    ("disease", ("illness", "condition", "disorder", "ailment", "malady")),
    ("anatomy", ("tissue", "organ", "body part", "anatomical structure", "anatomical site", "anatomical region")),
    ("tissue", ("organ", "body part")),
    (
        "side effect",
        ("adverse effect", "adverse reaction", "adverse event", "adverse drug reaction", "unwanted effect"),
    ),
    ("symptom", ("sign", "complaint")),
    ("cellular component", ("cell component", "cell compartment", "subcellular location", "cellular location")),
    ("pharmacologic class", ("drug class", "pharmacological class", "class of drug")),
    ("molecular function", ("molecular activity",)),
    ("test", ("examination", "exam", "medical test")),
)
# Forms that every reader takes for one word; those below them only the reading of phrases does.
FORMS = {
    "anatomical": "anatomical",
    "used": "use",
    "tied": "tie",
    "seen": "see",
    "brought": "bring",
    "gone": "go",
    "went": "go",
    "gave": "give",
    "given": "give",
    "using": "use",
    "bound": "bind",
    "shown": "show",
    "played": "play",
}
IRREGULAR = {
    **FORMS,
    "driven": "drive",
    "drove": "drive",
    "risen": "rise",
    "rose": "rise",
    "arisen": "arise",
    "arose": "arise",
    "fallen": "fall",
    "fell": "fall",
    "taken": "take",
    "took": "take",
    "made": "make",
    "making": "make",
    "held": "hold",
    "kept": "keep",
    "led": "lead",
    "struck": "strike",
    "stuck": "stick",
    "fought": "fight",
    "dealt": "deal",
    "lost": "lose",
    "shut": "shut",
    "stemmed": "stem",
    "grown": "grow",
    "grew": "grow",
    "began": "begin",
    "begun": "begin",
    "sank": "sink",
    "sunk": "sink",
    "shrunk": "shrink",
    "lay": "lie",
    "underlying": "underlie",
    "underlies": "underlie",
    "underlay": "underlie",
    "lying": "lie",
    "felt": "feel",
    "got": "get",
    "came": "come",
    "worse": "bad",
    "analyses": "analysis",
}
